import { handleAuth } from "@/server/auth/handler";
import { getAuth } from "@/server/http/context";

const handle = (request: Request): Promise<Response> => handleAuth(getAuth(), request);

export { handle as GET, handle as POST };
