/** Sign-in or sign-up that leads back to where the person wanted to go, with the address that they will type. */
export function authHref(page: "/sign-in" | "/sign-up", { next, email }: { next: string; email?: string }): string {
  const params = new URLSearchParams();
  if (next !== "/") params.set("next", next);
  if (email) params.set("email", email);
  return params.size > 0 ? `${page}?${params}` : page;
}
