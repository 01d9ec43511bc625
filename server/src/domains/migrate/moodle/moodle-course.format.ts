// Sections and activities of a backup as a course with files.
import { basename, extname } from 'node:path'
import type { LeftOut, OldCourse } from '../old-site.format.ts'
import { type BackupFile, pathOf, withFiles } from './backup-files.format.ts'
import { attribute, child, children, type Node, numberOf, textOf } from './backup-xml.format.ts'

export type Activity = { moduleId: string; sectionId: string; kind: string; title: string; /** element activity of its file */ node: Node }
export type Section = { id: string; number: number; name: string; /** ids of modules; none in newer backups */ order: string[] }
/** A page that is to be written, a page with its parts beside it, or a file of the archive. */
export type Material = { id: string; title: string; name: string } & (
  | { file: BackupFile }
  | { html: string; files: { name: string; file: BackupFile }[] }
  | { main: BackupFile; beside: { name: string; file: BackupFile }[] }
)
export type ReadCourse = { course: OldCourse; materials: Material[]; left: LeftOut[] }

const TITLE = 100
const FILE_TITLE = 200

/** @param root element section of section.xml */
export const sectionOf = (root: Node): Section => ({
  id: attribute(root, 'id'),
  number: numberOf(root, 'number'),
  name: textOf(root, 'name').trim(),
  order: textOf(root, 'sequence')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
})

const kinds: Record<string, string> = {
  assign: '作业',
  assignment: '作业',
  forum: '讨论区',
  feedback: '反馈',
  survey: '调查',
  choice: '投票',
  lesson: '程序教学',
  glossary: '词汇表',
  wiki: 'Wiki',
  workshop: '互评',
  data: '数据库',
  h5pactivity: 'H5P',
  hvp: 'H5P',
  lti: '外部工具',
  chat: '聊天',
  bigbluebuttonbn: '直播',
  imscp: 'IMS 内容包',
}
/** Content of the bank or of the templates. */
const elsewhere = new Set(['quiz', 'qbank', 'subsection'])

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** `text`: HTML that belongs to the description of the course, because sections have none. */
type Found = { materials: Material[]; left?: string; link?: string; text?: { html: string; files: readonly BackupFile[] } }

/** A name that every file system and archive takes. */
const safe = (name: string, at: number) => {
  const ending = extname(name)
    .replaceAll(/[^\w.]/g, '')
    .slice(0, 10)
  return `files/${at + 1}${ending.toLowerCase()}`
}

function page(id: string, title: string, html: string, around: readonly BackupFile[]): Material {
  const files: { name: string; file: BackupFile }[] = []
  const placed = withFiles(html, around, (file) => {
    const known = files.find((one) => one.file.hash === file.hash)
    if (known) return known.name
    const name = safe(file.name, files.length)
    files.push({ name, file })
    return name
  })
  return { id, title: title.slice(0, FILE_TITLE), name: 'page.zip', html: placed, files }
}

const CONTENT_PAGE = '20'
const html = /^\.x?html?$/i

/** `own`: the element of the activity; `here`: its files. */
type Asked = { moduleId: string; title: string; own: Node; here: readonly BackupFile[] }

const inArea = ({ here }: Asked, area: string) => here.filter((one) => one.area === area)

const fileOf = ({ moduleId }: Asked, file: BackupFile, at: number, name: string): Material => ({
  id: at === 0 ? moduleId : `${moduleId}/${at}`,
  title: name.slice(0, FILE_TITLE),
  name: file.name,
  file,
})

/** A page of several files: they keep their places, so that the page finds them. */
function siteOf({ moduleId, title }: Asked, main: BackupFile, content: readonly BackupFile[]): Material {
  const beside = content
    .filter((one) => one !== main)
    .map((file) => ({ name: pathOf(file), file }))
    .filter(({ name }) => name.toLowerCase() !== 'imsmanifest.xml')
  return { id: moduleId, title: title.slice(0, FILE_TITLE), name: 'page.zip', main, beside }
}

/** Parts with a heading each, on one page. */
const pageOf = (asked: Asked, parts: readonly Node[], name: string, area: string): Found => {
  const text = parts.map((one) => `<h2>${escaped(textOf(one, 'title'))}</h2>${textOf(one, name)}`).join('\n')
  return { materials: [page(asked.moduleId, asked.title, text, inArea(asked, area))] }
}

const readers: Record<string, (asked: Asked) => Found | undefined> = {
  page: (asked) => ({ materials: [page(asked.moduleId, asked.title, textOf(asked.own, 'content'), inArea(asked, 'content'))] }),
  book: (asked) =>
    pageOf(
      asked,
      children(child(asked.own, 'chapters'), 'chapter').filter((one) => textOf(one, 'hidden') !== '1'),
      'content',
      'chapter',
    ),
  lesson(asked) {
    // the others ask something and lead on by the answer
    const pages = children(child(asked.own, 'pages'), 'page').filter((one) => textOf(one, 'qtype') === CONTENT_PAGE)
    return pages.length > 0 ? pageOf(asked, pages, 'contents', 'page_contents') : undefined
  },
  url: ({ own }) => ({ materials: [], link: textOf(own, 'externalurl').trim() }),
  label: (asked) => ({ materials: [], text: { html: textOf(asked.own, 'intro'), files: inArea(asked, 'intro') } }),
  folder(asked) {
    const all = inArea(asked, 'content').toSorted((a, b) => `${a.folder}${a.name}`.localeCompare(`${b.folder}${b.name}`))
    return { materials: all.map((file, at) => fileOf(asked, file, at, basename(file.name, extname(file.name)) || file.name)) }
  },
  resource(asked) {
    const content = inArea(asked, 'content')
    const main = content.toSorted((a, b) => b.order - a.order)[0]
    if (!main) return { materials: [], left: '文件不在备份里' }
    const ending = extname(main.name)
    if (html.test(ending)) return { materials: [siteOf(asked, main, content)] }
    if (ending === '' && content.length > 1)
      return { materials: [], left: `不认识的文件（${main.name} 和另外 ${content.length - 1} 个文件）没有对应的课件` }
    return { materials: [fileOf(asked, main, 0, asked.title)] }
  },
  scorm(asked) {
    const file = inArea(asked, 'package')[0]
    return file ? { materials: [fileOf(asked, file, 0, asked.title)] } : { materials: [], left: 'SCORM 包不在备份里' }
  },
}

function found({ kind, moduleId, title, node }: Activity, files: readonly BackupFile[]): Found {
  const contextId = attribute(node, 'contextid')
  const here = files.filter((one) => one.contextId === contextId && one.component === `mod_${kind}`)
  const read = readers[kind]?.({ moduleId, title, own: child(node, kind), here })
  return read ?? { materials: [], left: `${kinds[kind] ?? kind}没有对应的课件` }
}

type Given = {
  /** when assignments open, by module; those that are no assignments are missing */
  works: ReadonlyMap<string, Date | null>
  /** element course of course.xml */
  root: Node
  sections: readonly Section[]
  activities: readonly Activity[]
  files: readonly BackupFile[]
  addressOf: (file: BackupFile) => string
  userIds: string[]
}

/** The course, its files, and what of it has no place here. */
export function courseOf({ root, works, sections, activities, files, addressOf, userIds }: Given): ReadCourse {
  const id = attribute(root, 'id')
  const contextFiles = files.filter((one) => one.contextId === attribute(root, 'contextid') && one.component === 'course')
  const read: ReadCourse = {
    materials: [],
    left: [],
    course: {
      id,
      title: textOf(root, 'fullname').trim().slice(0, TITLE) || `课程 ${id}`,
      content: '',
      cover: '',
      price: 0,
      required: false,
      isPublished: false,
      audience: userIds.length > 0 ? { departIds: [], userIds } : undefined,
      items: [],
    },
  }
  const cover = contextFiles.find((one) => one.area === 'overviewfiles' && /\.(?:png|jpe?g|gif|webp)$/i.test(one.name))
  if (cover) read.course.cover = addressOf(cover)
  const links: string[] = []
  const texts: string[] = []
  for (const section of sections.toSorted((a, b) => a.number - b.number)) {
    const name = (section.name || (section.number === 0 ? '' : `第 ${section.number} 节`)).slice(0, TITLE)
    for (const activity of inOrder(activities, section)) {
      if (elsewhere.has(activity.kind)) continue
      const openTime = works.get(activity.moduleId)
      if (openTime !== undefined) {
        read.course.items.push({ fileId: activity.moduleId, section: name, required: true, ...(openTime && { openTime }) })
        continue
      }
      const { materials, left, link, text } = found(activity, files)
      const say = (why: string) => void read.left.push({ kind: 'courseFile', id: activity.moduleId, title: activity.title, why })
      if (left !== undefined) say(left)
      if (link !== undefined && /^https?:\/\//i.test(link)) {
        links.push(`<li><a href="${escaped(link)}">${escaped(activity.title)}</a></li>`)
        say('网址写在课程介绍里')
      }
      if (text !== undefined && !isBlank(text.html)) {
        texts.push(described(name, withFiles(text.html, text.files, addressOf)))
        say('说明文字写在课程介绍里')
      }
      read.materials.push(...materials)
      read.course.items.push(...materials.map((one) => ({ fileId: one.id, section: name, required: true })))
    }
  }
  const summary = withFiles(
    textOf(root, 'summary'),
    contextFiles.filter((one) => one.area === 'summary'),
    addressOf,
  )
  read.course.content = `${summary}${texts.join('')}${links.length > 0 ? `<p>链接：</p><ul>${links.join('')}</ul>` : ''}`
  return read
}

const isBlank = (html: string) => !/<(?:img|video|audio|iframe)\b/i.test(html) && html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') === ''
/** A text below the name of its section. */
const described = (section: string, html: string) => `${section === '' ? '' : `<h3>${escaped(section)}</h3>`}${html}`

/** The activities of a section as it shows them; newer backups list them in this order. */
function inOrder(activities: readonly Activity[], { id, order }: Section): Activity[] {
  const place = new Map(order.map((one, at) => [one, at]))
  return activities
    .filter((one) => one.sectionId === id)
    .toSorted((a, b) => (place.get(a.moduleId) ?? order.length) - (place.get(b.moduleId) ?? order.length))
}
