import { installDoor } from "@/server/http/install-door";

export const dynamic = "force-dynamic";

export function GET(request: Request): Promise<Response> {
  return installDoor().script(request, "powershell");
}
