// When a file of a course opens, and until when it is to be finished.
export type Dates = { openTime: Date | null; dueTime: Date | null }
type Named = { fileId: string; openTime?: Date | null | undefined; dueTime?: Date | null | undefined }

/** Whether a file would be due before it opens. `stored`: the dates of the files in the course, which hold where a change names none. */
export function isDueEarly({ fileId, openTime, dueTime }: Named, stored: ReadonlyMap<string, Dates>): boolean {
  const held = stored.get(fileId)
  const from = openTime === undefined ? held?.openTime : openTime
  const until = dueTime === undefined ? held?.dueTime : dueTime
  return Boolean(from && until && until <= from)
}
