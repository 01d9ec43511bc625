// The notice before a recording as a site words it: a text with gaps, which each exam fills.

/** What a candidate must know before a consent (PIPL articles 17 and 30): the text has each of these gaps. */
const noticeGaps = ['tracks', 'days', 'most', 'readers'] as const
type NoticeGap = (typeof noticeGaps)[number]

const GAP = /\{([^{}]*)\}/g
const namesIn = (text: string) => [...text.matchAll(GAP)].map((match) => match[1]!)
const isGap = (name: string): name is NoticeGap => (noticeGaps as readonly string[]).includes(name)
const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join('、')

/** The gaps that a text lacks, in braces; '' if it has all. */
export const gapsMissing = (text: string): string => inBraces(noticeGaps.filter((name) => !namesIn(text).includes(name)))

/** Names in braces that are no gaps; '' without one. */
export const gapsUnknown = (text: string): string => inBraces(namesIn(text).filter((name) => !isGap(name)))

/** The text with its gaps filled. */
export const fillNotice = (text: string, values: Readonly<Record<NoticeGap, string>>): string =>
  text.replace(GAP, (whole, name: string) => (isGap(name) ? values[name] : whole))

/** A text to begin with; it says what the notice of the house says. */
export const noticeExample =
  '本场考试将录制{tracks}。目的：核实身份与维护考试公平。交卷后保存{days}天，到期自动删除；需要复核、认定违规或有申诉的，保存至处理结束，最长{most}天。可查看的人员：{readers}。不用于其他用途，不提供给第三方。人脸与声音属于敏感个人信息，需要您的单独同意。您可以拒绝，并联系监考老师安排其他考试方式。未满十四周岁的考生，请由监护人阅读并同意。'
