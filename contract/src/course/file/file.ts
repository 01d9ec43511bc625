// The library of course files: videos, audio, documents.
import { say } from '../course.texts.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { StoredCaption } from './caption.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { choice, code, count, id, ids, keyword, moment, optionalText, pageOf, paging, text } from '../../kernel/field.ts'

/** A live file is a room of the domain `live` until its replay takes its place; a tool is a link to another maker's (domain `integrate`), work an assignment, room a lesson in a room. */
export const CourseFileType = { pdf: 11, other: 12, audio: 21, video: 22, live: 23, scorm: 41, tool: 51, work: 61, room: 71 } as const
export type CourseFileType = (typeof CourseFileType)[keyof typeof CourseFileType]
export const CourseFileState = { ready: 0, converting: 1, failed: 2 } as const
export type CourseFileState = (typeof CourseFileState)[keyof typeof CourseFileState]
/** What an archive asks for and does not get here. */
export const packageNotes = {
  windows: '课件的页面分在几个互相调用的框架或窗口里，需要设置第二个域名（CONTENT_HOST）才能播放',
  rules: '课件规定的单元顺序或评定方式不会执行，详见预览',
  xapi: '这是 xAPI（Tin Can）课件，不能播放，只能下载；请改为发布 SCORM 1.2 或 2004',
  cmi5: '这是 cmi5 课件，不能播放，只能下载；请改为发布 SCORM 1.2 或 2004',
  aicc: '这是 AICC 课件，不能播放，只能下载；请改为发布 SCORM 1.2 或 2004',
  otherManifest: 'imsmanifest.xml 不是 SCORM 的，压缩包不能播放，只能下载',
} as const
export type PackageNote = keyof typeof packageNotes
/** '11' is shown by viewUrl, '22' by fileUrl (learner.md §3); the others follow them. */
export const courseFileType = {
  [CourseFileType.pdf]: 'PDF 文档',
  [CourseFileType.other]: '其他文件',
  [CourseFileType.audio]: '音频',
  [CourseFileType.video]: '视频',
  [CourseFileType.scorm]: 'SCORM 课件',
  [CourseFileType.live]: '直播',
  [CourseFileType.tool]: '外部工具',
  [CourseFileType.work]: '作业',
  [CourseFileType.room]: '线下培训',
} as const
/** Set by the transcoder only (decisions.md 2). */
export const courseFileState = {
  [CourseFileState.ready]: '正常',
  [CourseFileState.converting]: '转码中',
  [CourseFileState.failed]: '转码失败',
} as const
/** Whether a file may be added to courses; column `enabled`. */
export const CourseFileUse = { enabled: 0, disabled: 1 } as const
export type CourseFileUse = (typeof CourseFileUse)[keyof typeof CourseFileUse]
const fileUse = { [CourseFileUse.enabled]: '启用', [CourseFileUse.disabled]: '停用' } as const

const settings = {
  title: text('课件名称', 200),
  /** dictionary course_file_catalog; empty: none */
  catId: optionalText('课件分类', 60),
  /** the address of an uploaded file */
  fileUrl: text('课件文件', 500, say('courseFileEmpty')),
  /** sent by older clients and not used: the server reads the length from the file */
  duration: count('时长', 0, 86_400, '秒').default(0),
}

/** What learners get: the upload itself, or the copy that was made of it. */
export const renditions = { '': '原文件', mp4: 'MP4', m3u8: 'M3U8', m3u8_encode: 'M3U8（加密）', pdf: 'PDF 文档' } as const

/** Documents that LibreOffice makes a PDF of. */
export const isOfficeName = (name: string): boolean => /\.(?:docx?|pptx?|xlsx?|odt|odp|ods|rtf)$/i.test(name)

/** Of a picture that a browser drew. */
export const MOST_COVER_CHARS = 1_000_000

/** Where the encoder of this server was found. */
export const encoderSources = {
  folder: 'FFmpeg 目录',
  path: '系统路径',
  package: '随程序安装',
  copy: '不转换，原样使用',
  online: '云端',
  none: '没有',
} as const

export const CourseFile = z.object({
  id: id('课件'),
  ...settings,
  /** as the server read it from the file; 0 for documents */
  duration: count('时长', 0, 86_400, '秒'),
  catId_dictText: z.string().meta({ title: '课件分类' }),
  /** the name of the uploaded file */
  fileName: z.string().meta({ title: '文件名' }),
  fileSize: count('大小', 0, Number.MAX_SAFE_INTEGER, 'B'),
  fileType: code('类型', courseFileType),
  fileType_dictText: z.string().meta({ title: '类型' }),
  /** of a PDF the file, of an office document its PDF, of a video or sound its rendition ('' without one); a playlist's ends with `index.m3u8` */
  viewUrl: z.string(),
  rendition: choice('播放格式', renditions),
  /** a picture of the video; '' for none */
  posterUrl: z.string(),
  state: code('转码状态', courseFileState),
  state_dictText: z.string(),
  enabled: z.boolean().meta({ title: '启用' }),
  createTime: moment('上传时间'),
})

const fileTypeCode = code('类型', courseFileType)
/** also as text, as the specification writes it */
const typeFilter = z
  .preprocess((given) => (typeof given === 'string' && given !== '' ? Number(given) : given), fileTypeCode)
  .meta(fileTypeCode.meta() ?? {})

export const courseFile = endpoints('course/file', {
  paging: query({
    title: '课件列表',
    permit: ['course:file:list', 'course:list'],
    input: paging({
      title: keyword('课件名称'),
      catId: z.string().max(60).optional(),
      fileType: typeFilter.optional(),
      state: code('转码状态', courseFileState).optional(),
      enabled: z.boolean().optional(),
      excludes: z.array(id('课件')).max(5_000).optional(),
    }),
    output: pageOf(CourseFile),
  }),
  detail: query({
    title: '课件详情',
    permit: 'course:file:list',
    input: z.object({ id: id('课件') }),
    /** includes the courses that use the file */
    output: CourseFile.extend({
      courses: z.array(z.object({ id: z.string(), title: z.string() })),
      width: z.int(),
      height: z.int(),
      hasAudio: z.boolean(),
      sourceUrl: z.string().meta({ title: '文件地址' }),
      /** why the conversion failed */
      error: z.string(),
      /** of a video; the default first, then in the order in which they came */
      captions: z.array(StoredCaption),
      /** with which the caller's player asks for the key of an encrypted video, as of load-process; null for other files */
      play: z.object({ key: z.string(), iv: z.string() }).nullable(),
    }),
  }),
  /**
   * The type is derived from the uploaded file; replacing the file does not change learning progress. A video or sound is read by the
   * server first: its state is 1 until then, and 2 when it cannot be played. An archive with a manifest of SCORM is unpacked likewise; one
   * that cannot be played is refused at `fileUrl`.
   */
  save: command({
    title: '保存课件',
    permit: ['course:file:add', 'course:file:update'],
    addOrUpdate: true,
    input: z.object({ id: id('课件').optional(), ...settings }),
    /** `notes`: of a new archive that this server stores */
    output: z.object({ id: z.string(), notes: z.array(choice('课件提示', packageNotes)) }),
  }),
  /**
   * A picture of a PDF or a video, as the uploader's browser drew it; the server stores it as a JPEG of 640 × 360 pixels. It is the cover of
   * courses without one. The picture of a conversion takes its place.
   */
  'save-cover': command({
    title: '保存课件封面',
    permit: ['course:file:add', 'course:file:update'],
    input: z.object({
      id: id('课件'),
      /** JPEG or PNG */
      pictureBase64: z
        .string({ error: encoded(sayKernel('wrongType', { label: '封面' })) })
        .max(MOST_COVER_CHARS, encoded(sayKernel('tooLong', { label: '封面', max: MOST_COVER_CHARS })))
        .meta({ title: '封面' }),
    }),
    output: z.literal(true),
  }),
  /** the server fetches the file from a public https address; its state is 1 until it is there */
  'fetch-file': command({
    title: '远程获取课件',
    permit: 'course:file:add',
    slow: true,
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({ url: text('文件地址', 1_000), title: settings.title, catId: settings.catId }),
    output: z.object({ id: z.string() }),
  }),
  /** converts again, documents of office programs to PDF; a file in use keeps its older rendition meanwhile, and when it fails */
  transcode: command({ title: '转码课件', permit: 'course:file:update', input: ids('课件'), output: z.literal(true) }),
  'fetch-state': query({
    title: '转码进度',
    permit: ['course:file:list', 'course:list'],
    input: ids('课件'),
    output: z.array(
      z.object({
        id: z.string(),
        state: code('转码状态', courseFileState),
        percent: count('转码进度', 0, 100, '%'),
        /** why it failed, or what it waits for */
        error: z.string(),
      }),
    ),
  }),
  'fetch-info': query({
    title: '课件时长和大小',
    permit: ['course:file:list', 'course:list'],
    input: ids('课件'),
    output: z.array(z.object({ id: z.string(), duration: CourseFile.shape.duration, fileSize: CourseFile.shape.fileSize })),
  }),
  /** the encoder that this server would use */
  encoder: query({
    title: '转码程序',
    permit: 'sys:prop:update',
    input: z.object({}),
    /** `office`: the LibreOffice that makes PDFs of documents, with its version; `contentHost`: the second host name, of SCORM packages; '' for none */
    output: z.object({ source: choice('转码程序', encoderSources), version: z.string(), office: z.string(), contentHost: z.string() }),
  }),
  /** refused for a file that a course uses */
  delete: command({ title: '删除课件', rehearsable: true, permit: 'course:file:delete', input: ids('课件'), output: z.literal(true) }),
  /** 0 enables, 1 disables (decisions.md 2) */
  state: command({
    title: '启用或停用课件',
    permit: 'course:file:update',
    input: z.object({
      ids: z
        .array(id('课件'))
        .min(1, encoded(sayKernel('rowsUnchosen')))
        .max(5_000),
      state: code('状态', fileUse),
    }),
    output: z.literal(true),
  }),
})
