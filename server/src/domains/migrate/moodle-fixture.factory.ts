// A backup of a course with the shapes of Moodle's, in both layouts of the question bank. All of it is made up.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { writeArchive } from '../../kernel/archive.ts'
import { type Fields, NULL, plain, RANDOM, tags, versioned } from './moodle-bank.factory.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

const marks = [2, 3, 1, 2, 2]
function slots(isOld: boolean): string {
  const from = (at: number) => {
    const place = tags({ slot: at + 1, page: 1, maxmark: (marks[at] ?? 0).toFixed(7) })
    if (at < 3)
      return (
        place +
        (isOld
          ? tags({ questionid: at + 1 })
          : `<question_reference id="${at}">${tags({ questionarea: 'slot', questionbankentryid: at + 1, version: NULL })}</question_reference>`)
      )
    const filter = '{"filter":{"category":{"jointype":1,"values":["3"],"filteroptions":{"includesubcategories":false}}},"cat":"3,50"}'
    return (
      place +
      (isOld
        ? tags({ questionid: RANDOM, questioncategoryid: 3 })
        : `<question_set_reference id="${at}">${tags({ questionarea: 'slot', filtercondition: filter })}</question_set_reference>`)
    )
  }
  return `<question_instances>${marks.map((_mark, at) => `<question_instance id="${at}">${from(at)}</question_instance>`).join('')}</question_instances>`
}

const attempt = (id: number, userid: number, sumgrades: string, state = 'finished') =>
  `<attempt id="${id}">${tags({ attemptnum: 1, userid, preview: 0, state, timestart: 1_700_000_000, timefinish: 1_700_000_600, sumgrades })}</attempt>`
const quiz = (isOld: boolean) =>
  `<activity id="7" moduleid="70" modulename="quiz" contextid="57"><quiz id="7">${tags({ name: '结业测验', timeopen: 0, timeclose: 0, timelimit: 1_800, sumgrades: '10.00000', grade: '100.00000' })}${slots(isOld)}<sections><section id="1">${tags({ firstslot: 1, heading: '必答' })}</section><section id="2">${tags({ firstslot: 4, heading: '抽答' })}</section></sections><attempts>${attempt(1, 4, '6.50000')}${attempt(2, 4, '8.00000')}${attempt(3, 4, NULL, 'inprogress')}</attempts></quiz></activity>`

const user = (id: number, fields: Fields) =>
  `<user id="${id}" contextid="${id}">${tags({ idnumber: '', phone1: '', phone2: '', institution: '', department: '', suspended: 0, email: `u${id}@example.org`, ...fields })}</user>`

const activity = (kind: string, id: number, fields: Fields) =>
  `<activity id="${id}" moduleid="${id}" modulename="${kind}" contextid="${500 + id}"><${kind} id="${id}">${tags(fields)}</${kind}></activity>`
const page = '<h3>疏散</h3><p>沿标志走。<img src="@@PLUGINFILE@@/phone%20set.png"></p><script>alert(1)</script>'
/** section 1 names its modules in another order than the table of contents */
const activities: [number, number, string, string, string][] = [
  [71, 61, 'forum', '讨论', activity('forum', 71, { name: '讨论' })],
  [72, 61, 'resource', '手册', activity('resource', 72, { name: '手册' })],
  [73, 61, 'page', '疏散', activity('page', 73, { name: '疏散', content: page })],
  [74, 62, 'url', '官网', activity('url', 74, { name: '官网', externalurl: 'https://example.org/?a=1&b=2' })],
  [76, 61, 'label', '提示', activity('label', 76, { name: '提示', intro: '<p>先看疏散图，再读手册。</p>' })],
  [75, 62, 'folder', '资料', activity('folder', 75, { name: '资料' })],
  [77, 62, 'resource', '图解', activity('resource', 77, { name: '图解' })],
]

export type MoodleFiles = { picture: Uint8Array; pdf: Uint8Array }
/** Further activities: id, section, kind, title, XML; entries of files.xml; texts by name; contents. */
export type More = { activities: typeof activities; files: string[]; text: Record<string, string>; contents: Uint8Array[] }

/** A page in GBK with a picture beside it. */
export const web = Buffer.from('<html><meta charset=gbk><body>\xb0\xb2<img src="pictures/%CD%BC.png"></body></html>', 'latin1')
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 40)
/** An entry of files.xml. */
export const fileEntry = (
  contextid: number,
  component: string,
  filearea: string,
  itemid: number,
  filename: string,
  bytes: Uint8Array,
  more: Fields = {},
) =>
  `<file id="1">${tags({ contenthash: hash(bytes), contextid, component, filearea, itemid, filepath: '/', filename, filesize: bytes.length, sortorder: 0, ...more })}</file>`
const placeOf = (bytes: Uint8Array) => `files/${hash(bytes).slice(0, 2)}/${hash(bytes)}`

/** The files of a backup by name. `isOld`: as Moodle before 4.0 has the bank. */
export function moodleFiles({ picture, pdf }: MoodleFiles, isOld = false, more?: More): Record<string, Uint8Array> {
  const folder = `<file id="2">${tags({ contenthash: hash(new Uint8Array()), contextid: 572, component: 'mod_resource', filearea: 'content', itemid: 0, filepath: '/', filename: '.', filesize: 0 })}</file>`
  const files = [
    folder,
    ...(more?.files ?? []),
    fileEntry(50, 'question', 'questiontext', 1, 'phone set.png', picture),
    fileEntry(573, 'mod_page', 'content', 0, 'phone set.png', picture),
    fileEntry(572, 'mod_resource', 'content', 0, '手册.pdf', pdf),
    fileEntry(575, 'mod_folder', 'content', 0, 'a.pdf', pdf),
    fileEntry(575, 'mod_folder', 'content', 0, 'setup.exe', picture),
    fileEntry(577, 'mod_resource', 'content', 0, 'main.htm', web, { sortorder: 1 }),
    fileEntry(577, 'mod_resource', 'content', 0, '图 一.png', picture, { filepath: '/pictures/' }),
    fileEntry(49, 'course', 'overviewfiles', 0, 'cover.png', picture),
  ]
  const all = [...activities, ...(more?.activities ?? []), [70, 61, 'quiz', '结业测验', quiz(isOld)] as const]
  const contents = all
    .map(
      ([moduleid, sectionid, modulename, title]) =>
        `<activity>${tags({ moduleid, sectionid, modulename, title, directory: `activities/${modulename}_${moduleid}` })}</activity>`,
    )
    .join('')
  const sections = [60, 61, 62]
    .map((id) => `<section>${tags({ sectionid: id, title: '', directory: `sections/section_${id}` })}</section>`)
    .join('')
  const information = tags({
    moodle_release: isOld ? '3.9 (Build: 20200615)' : '4.3 (Build: 20231009)',
    original_site_identifier_hash: 'ab12cd34ef56ab12cd34ef56ab12cd34',
    original_course_id: 9,
    original_course_fullname: '安全员培训',
  })
  const text: Record<string, string> = {
    'moodle_backup.xml': `<moodle_backup><information>${information}<contents><activities>${contents}</activities><sections>${sections}</sections></contents></information></moodle_backup>`,
    'course/course.xml': `<course id="9" contextid="49">${tags({ fullname: '安全员培训', summary: '<p>一天学完</p>' })}</course>`,
    'course/roles.xml': `<roles><role_assignments><assignment id="1">${tags({ roleid: 3, userid: 3 })}</assignment><assignment id="2">${tags({ roleid: 5, userid: 4 })}</assignment></role_assignments></roles>`,
    'roles.xml': `<roles_definition><role id="3">${tags({ shortname: 'editingteacher' })}</role><role id="5">${tags({ shortname: 'student' })}</role></roles_definition>`,
    'users.xml': `<users>${user(3, { username: 'wang.li', firstname: '丽', lastname: '王' })}${user(4, { username: 'jo', firstname: 'Jo', lastname: 'Doe', institution: '一厂', department: '安全科', phone2: '13900000077' })}</users>`,
    'questions.xml': `<question_categories>${isOld ? plain() : versioned()}</question_categories>`,
    'files.xml': `<files>${files.join('')}</files>`,
    'activities/quiz_70/grades.xml': `<activity_gradebook><grade_items><grade_item id="1">${tags({ gradepass: '70.00000' })}</grade_item></grade_items></activity_gradebook>`,
    ...Object.fromEntries(all.map(([id, , kind, , xml]) => [`activities/${kind}_${id}/${kind}.xml`, xml])),
    'sections/section_60/section.xml': `<section id="60">${tags({ number: 0, name: NULL, sequence: '' })}</section>`,
    'sections/section_61/section.xml': `<section id="61">${tags({ number: 1, name: '第一章', sequence: '73,72,71,70' })}</section>`,
    'sections/section_62/section.xml': `<section id="62">${tags({ number: 2, name: NULL, sequence: '' })}</section>`,
    ...more?.text,
  }
  return {
    ...Object.fromEntries(Object.entries(text).map(([name, xml]) => [name, new TextEncoder().encode(head + xml)])),
    ...Object.fromEntries([picture, pdf, web, ...(more?.contents ?? [])].map((bytes) => [placeOf(bytes), bytes])),
  }
}

const BLOCK = 512
/** One header of a tar archive, in the form of POSIX.1-1988. */
export function tarHeader(name: string, size: number, kind = '0'): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, 100)
  header.write('0000644\0', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write(kind, 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, one) => total + one, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
export const padded = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])

/** As Moodle packs by default, with the index that it puts first. */
export const asTarGz = (files: Record<string, Uint8Array>): Buffer =>
  gzipSync(
    Buffer.concat([
      tarHeader('.ARCHIVE_INDEX', 6),
      padded(Buffer.from('Moodle')),
      ...Object.entries(files).flatMap(([name, bytes]) => [tarHeader(name, bytes.length), padded(bytes)]),
      Buffer.alloc(2 * BLOCK),
    ]),
  )
export const asZip = (files: Record<string, Uint8Array>): Uint8Array => writeArchive(files)
