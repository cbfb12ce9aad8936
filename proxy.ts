import { type NextRequest, NextResponse } from "next/server";
import { PATH_HEADER } from "./app/_lib/paths";

/** Tells pages their own address, so that sign-in can lead back to it with all filters. */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  return NextResponse.next({ request: { headers } });
}

/** Uploads and static files do not pass here: they need no address and must stay fast. */
export const config = { matcher: ["/((?!api/|_next/|.*\\.[a-z0-9]+$).*)"] };
