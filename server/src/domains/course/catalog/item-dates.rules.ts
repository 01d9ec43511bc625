// When a file of a course opens, and until when it is to be finished.
export type Dates = { openTime: Date | null; dueTime: Date | null }
type Named = { fileId: string; openTime?: Date | null | undefined; dueTime?: Date | null | undefined }

/** Whether a file would be due before it opens. `stored`: the dates of the files in the course, which hold where a change names none. */
export function isDueEarly({ fileId, openTime, dueTime }: Named, stored: ReadonlyMap<string, Dates>): boolean {
  const { openTime: opens, dueTime: due } = { openTime: null, dueTime: null, ...stored.get(fileId) }
  const [from, until] = [openTime === undefined ? opens : openTime, dueTime === undefined ? due : dueTime]
  return from !== null && until !== null && until <= from
}
