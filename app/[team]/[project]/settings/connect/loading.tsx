import { LoadingSettings } from "@/components/settings/loading-settings";

export default function Loading() {
  return <LoadingSettings title="Connect an agent" />;
}
