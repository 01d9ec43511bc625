// What the server refuses and reports, by key. English stands beside it in course.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const courseServerTexts = {
  courseCatGone: '课程分类不存在，请重新选择',
  courseLearntNamed: '课程“{{title}}”已有学习记录，不能删除，请改为停用',
  courseAskedNamed: '考试“{{examTitle}}”要求先学完该课程，不能删除',
  fileCatGone: '课件分类不存在，请重新选择',
  fileUploadGone: '文件不存在，请重新上传课件文件',
  courseFileInUseNamed: '课件“{{title}}”已被课程“{{courseTitle}}”使用，不能删除',
  attachmentGone: '附件“{{title}}”的文件不存在，请重新上传',
  courseNoticeGone: '有公告不存在，请刷新后再保存',
  courseFileGone: '有课件不存在，请重新选择',
  courseFileTranscoding: '课件“{{title}}”转码未完成，不能选用',
  faceBreak: '连续{{n}}次人脸识别失败！',
  faceMissing: '页面没有按时发来照片',
  courseFileDisabled: '课件“{{title}}”已停用，不能选用',
} as const

export const say = speaker(courseServerTexts)
