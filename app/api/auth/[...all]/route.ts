import { getAuth } from "@/server/http/context";

const handle = (request: Request): Promise<Response> => getAuth().handler(request);

export { handle as GET, handle as POST };
