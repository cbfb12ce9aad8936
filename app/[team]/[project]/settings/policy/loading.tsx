import { PolicySkeleton } from "@/components/policy/policy-skeleton";

export default function Loading() {
  return <PolicySkeleton />;
}
