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
  stopForbidden: '您没有查看试题的权限，不能插入试题',
  stopInDocument: '课件“{{title}}”不是视频或音频，不能插入试题',
  stopBeyondEnd: '课件“{{title}}”的插题时间超出了它的时长',
  faceBreak: '连续{{n}}次人脸识别失败！',
  faceMissing: '页面没有按时发来照片',
  courseFileDisabled: '课件“{{title}}”已停用，不能选用',
  notesTooMany: '一门课程最多写{{n}}条笔记',
  questionsTooMany: '您有{{n}}个提问还没有得到回答，请等老师回答后再提问',
  remindNobody: '没有符合条件的学员',
  learnersTooMany: '一次最多导出{{n}}人，请缩小范围或使用后台导出',
  scormZipBroken: '压缩包已损坏或已加密，无法读取',
  scormTooLarge: '压缩包解压后超过{{gb}}GB或{{n}}个文件',
  scormBomb: '压缩包的内容异常膨胀，不能使用',
  scormNameUnfit: '压缩包里的文件名“{{name}}”不能使用',
  scormManifestBroken: 'imsmanifest.xml 无法读取',
  scormVersionUnknown: 'imsmanifest.xml 没有写明是 SCORM 1.2 还是 2004',
  scormEmpty: 'imsmanifest.xml 里没有可以打开的学习内容',
  scormItemsTooMany: 'SCORM 课件最多{{n}}个学习单元',
  scormLaunchGone: 'imsmanifest.xml 指向的文件“{{name}}”不在压缩包里',
  fetchForm: '请填写以 https:// 开头的完整地址',
  officeMissing: '服务器没有 LibreOffice，文档不能转换为 PDF',
  officePdfFailed: 'LibreOffice 不能把这个文件转换为 PDF',
} as const

export const say = speaker(courseServerTexts)
