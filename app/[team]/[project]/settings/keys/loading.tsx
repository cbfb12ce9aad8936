import { LoadingTable } from "@/components/setup/loading-table";

export default function Loading() {
  return <LoadingTable title="API keys" heads={["Key", "May", "Projects", "Created", "Last used", "Ends"]} />;
}
