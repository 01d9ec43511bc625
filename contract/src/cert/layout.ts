// The layout of a certificate: items on a page, in millimetres; texts contain variables as {{name}}.
import * as z from '../kernel/z.ts'
import { choice, flag, isStorable, optionalText } from '../kernel/field.ts'
import { encoded } from '../kernel/message.ts'
import { say } from './cert.texts.ts'

/** Variables of texts, name → meaning. */
export const certVariables = {
  realName: '姓名',
  userName: '账号',
  deptName: '部门',
  certTitle: '证书名称',
  certNo: '证书编号',
  authority: '颁发机构',
  issueDate: '颁发日期',
  expireDate: '有效期至',
  courseTitle: '课程名称',
  examTitle: '考试名称',
  score: '得分',
  activityTitle: '活动名称',
  place: '名次',
  pathTitle: '方案名称',
  siteName: '站点名称',
} as const
export type CertVariable = keyof typeof certVariables

export const pageShapes = { landscape: 'A4 横向', portrait: 'A4 纵向' } as const
export type PageShape = keyof typeof pageShapes
/** Width and height in mm. */
export const pageSizes: Record<PageShape, { width: number; height: number }> = {
  landscape: { width: 297, height: 210 },
  portrait: { width: 210, height: 297 },
}
export const itemTypes = { text: '文字', image: '图片', photo: '本人照片', qr: '验证二维码', line: '线条', rect: '矩形' } as const
export type ItemType = keyof typeof itemTypes
export const aligns = { left: '居左', center: '居中', right: '居右' } as const
export const mostItems = 60

const written = /\{\{([^{}]*)\}\}/g

/** Replaces the variables; those without a value become empty. */
export const fillVariables = (text: string, values: Partial<Record<CertVariable, string>>): string =>
  text.replaceAll(written, (_all, name: string) => values[name.trim() as CertVariable] ?? '')

/** Names in the text that are no variables, and an unclosed brace. */
export function unknownVariables(text: string): string[] {
  const rest = text.replaceAll(written, '')
  const broken = /\{\{|\}\}/.exec(rest)?.[0]
  const names = [...text.matchAll(written)].map(([, name = '']) => name.trim())
  return [...names.filter((name) => !Object.hasOwn(certVariables, name)), ...(broken === undefined ? [] : [broken])]
}

const mm = (least: number) => z.number().min(least).max(420)
const colour = z.string().regex(/^#[\da-f]{6}$/i)

export const LayoutItem = z.object({
  type: choice('类型', itemTypes),
  x: mm(0).meta({ title: '左' }),
  y: mm(0).meta({ title: '上' }),
  /** of a line: its length */
  w: mm(1).meta({ title: '宽' }),
  h: mm(0.1).meta({ title: '高' }),
  text: z
    .string()
    .max(500)
    .refine(isStorable)
    .superRefine((text, found) => {
      const [name] = unknownVariables(text)
      if (name !== undefined) found.addIssue({ code: 'custom', message: encoded(say('certVariableUnknown', { name })) })
    })
    .default('')
    .meta({ title: '文字', control: 'textarea' }),
  /** points */
  size: z.number().min(6).max(120).default(16).meta({ title: '字号' }),
  bold: flag('加粗').default(false),
  align: choice('对齐', aligns).default('center'),
  color: colour.default('#1f2329').meta({ title: '颜色' }),
  /** space between letters, in points */
  spacing: z.number().min(0).max(40).default(0).meta({ title: '字距' }),
  /** address of an uploaded picture */
  url: optionalText('图片', 500),
})
export type LayoutItem = z.infer<typeof LayoutItem>

export const Layout = z
  .object({
    shape: choice('纸张', pageShapes),
    /** address of an uploaded picture that fills the page; empty: none */
    background: optionalText('背景图', 500),
    items: z.array(LayoutItem).max(mostItems, encoded(say('certItemsMany'))),
  })
  .superRefine((layout, found) => {
    const { width, height } = pageSizes[layout.shape]
    layout.items.forEach((one, at) => {
      if (one.x + one.w > width + 0.5 || one.y + one.h > height + 0.5)
        found.addIssue({ code: 'custom', path: ['items', at], message: encoded(say('certItemOutside', { n: at + 1 })) })
    })
  })
  .meta({ title: '版面', control: 'layout' })
export type Layout = z.infer<typeof Layout>
