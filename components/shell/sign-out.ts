/** Ends the session on the server, then loads the sign-in page afresh so that nothing cached stays on screen. */
export async function signOut(): Promise<void> {
  try {
    await fetch("/api/auth/sign-out", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  } finally {
    window.location.assign("/sign-in");
  }
}
