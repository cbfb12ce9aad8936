import { RefusedPage } from "@/components/setup/refused-page";

export default function Forbidden() {
  return (
    <RefusedPage title="Your role does not open this page">
      You are in this team, but this page needs more rights. Ask an owner or admin of the team.
    </RefusedPage>
  );
}
