import { RefusedPage } from "@/components/setup/refused-page";

export default function NotFound() {
  return (
    <RefusedPage title="No agent of this name">
      No session of this project has an agent with the name in the address. It may be spelled differently; the page
      Agents lists all of them.
    </RefusedPage>
  );
}
