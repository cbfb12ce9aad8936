import { LoadingTable } from "@/components/setup/loading-table";

export default function Loading() {
  return <LoadingTable title="Members" heads={["Name", "E-mail", "Role", "Last active", "Joined"]} />;
}
