import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { Table, type TableColumn } from "../ui/table";

type LoadingTableProps = { title: string; heads: readonly string[] };

/** A page with one table, before its rows are there. */
export function LoadingTable({ title, heads }: LoadingTableProps) {
  const columns = heads.map((head): TableColumn<never> => ({ key: head, head, cell: () => null }));
  return (
    <>
      <PageHead title={title} />
      <Sheet>
        <Table caption={`${title}, loading`} columns={columns} rows={[]} rowKey={() => ""} loadingRows={4} />
      </Sheet>
    </>
  );
}
