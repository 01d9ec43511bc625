// Archives that are more than a download: a later room that plays them subscribes when the server starts.
import type { PackageNote } from '@shuyuan/contract/course/file/file.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

export type PackageLook = { kind: 'package' | 'other'; notes: PackageNote[] } | { refused: Message }
export type PackageReader = {
  /** Looks at an upload: a package, an archive of something else, or why the package cannot be played. */
  look: (app: App, fileUrl: string) => Promise<PackageLook>
  /** Queues the unpacking. @returns false when the file has an open task */
  queue: (ctx: Ctx, fileId: string) => Promise<boolean>
  /** The file is no package any more. */
  forget: (ctx: Ctx, fileId: string) => Promise<void>
}

const ARCHIVE = 'application/zip'
const other = { kind: 'other' as const, notes: [] }
const none: PackageReader = {
  look: async () => other,
  queue: async () => true,
  forget: async () => undefined,
}
const readerOf = appPart(() => none)

/** Called once, when the server is put together. */
export const setPackageReader = (app: App, reader: PackageReader): void => readerOf.replace(app, reader)
export const packageReader = (app: App): PackageReader => readerOf(app)

/** As `look` of the reader; files that are no archive are not opened. */
export const lookAtPackage = (app: App, fileUrl: string, mediaType: string): ReturnType<PackageReader['look']> =>
  mediaType === ARCHIVE ? readerOf(app).look(app, fileUrl) : Promise.resolve(other)
