import { LoadingRoom } from "@/components/memory/loading-room";

export default function Loading() {
  return <LoadingRoom title="Failures" ratio="wide-list" />;
}
