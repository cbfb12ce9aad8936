import { RefusedPage } from "@/components/setup/refused-page";

export default function NotFound() {
  return (
    <RefusedPage title="There is nothing here">
      The address may be mistyped, or what it names was deleted from this project.
    </RefusedPage>
  );
}
