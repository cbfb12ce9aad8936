import { RoomSkeleton } from "@/components/telemetry/room-skeleton";

export default function Loading() {
  return <RoomSkeleton title="Agents" />;
}
