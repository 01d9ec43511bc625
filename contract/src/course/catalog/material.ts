// What a course has beside its files to learn: attachments to download, and notices.
import * as z from '../../kernel/z.ts'
import { id, moment, optionalText, text } from '../../kernel/field.ts'

/** admin.md §9, *Attachment limit* */
const MAX_ATTACHMENTS = 100

const attachment = {
  title: text('附件名称', 100),
  /** of an upload; a signed address may be sent back */
  fileUrl: text('附件', 500).meta({ title: '附件', control: 'file' }),
}
const notice = {
  title: text('公告标题', 100),
  /** rich text */
  content: optionalText('公告内容', 50_000).meta({ title: '公告内容', control: 'html' }),
}

/** In the form of a course. Without one of them the stored ones stay; an empty list removes them. */
export const materialFields = {
  attachments: z.array(z.object(attachment)).max(MAX_ATTACHMENTS).optional().meta({ title: '附件' }),
  /** a notice with `id` keeps its time */
  notices: z
    .array(z.object({ id: id('公告').optional(), ...notice }))
    .max(MAX_ATTACHMENTS)
    .optional()
    .meta({ title: '公告' }),
}

export const Attachments = z.array(
  z.object({
    ...attachment,
    /** empty while the reader may not learn the course */
    fileUrl: z.string(),
    /** bytes */
    fileSize: z.int(),
  }),
)
/** Latest first. */
export const Notices = z.array(z.object({ id: id('公告'), ...notice, content: z.string(), createTime: moment('发布时间') }))
