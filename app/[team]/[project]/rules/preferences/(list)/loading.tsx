import { LoadingRoom } from "@/components/memory/loading-room";

export default function Loading() {
  return <LoadingRoom title="Preferences" />;
}
