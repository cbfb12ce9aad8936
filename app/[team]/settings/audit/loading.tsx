import { LoadingTable } from "@/components/setup/loading-table";

export default function Loading() {
  return <LoadingTable title="Audit log" heads={["When", "Who", "What", "Details"]} />;
}
