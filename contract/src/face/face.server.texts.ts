// What the server refuses and reports, by key. English stands beside it in face.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const faceServerTexts = {
  faceCamera: '摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！',
  faceBroken: '照片无法识别，请重新拍摄',
  faceNone: '未识别到人脸，请将人脸置于摄像头中央！',
  faceMany: '画面中有多张人脸，请确保只有本人在摄像头前',
  faceSmall: '人脸太小，请靠近摄像头或换一张更清晰的照片',
  faceTurned: '请正对摄像头，不要侧脸、低头或抬头',
  faceBlurred: '照片模糊，请保持稳定并保证光线充足',
  faceCovered: '人脸有遮挡或不完整，请露出整张脸',
  faceLive: '没有检测到真人，请勿使用照片或屏幕翻拍',
  faceDiffers: '人脸比对未通过，请正对摄像头重试',
  faceNotStored: '您还没有录入人脸，无法比对：请先在用户中心完成实名认证，或联系监考员放行',
  faceNoAnswer: '人脸服务暂时无法比对，请稍后再试，或联系监考员为您免除人脸核验',
  faceFileName: '文件名应为“账号.jpg”',
  faceZipFull: '一次最多导入 {{most}} 张照片，请将其余照片另行上传',
  faceUserUnknown: '没有这个账号，或不在您的管理范围内',
  faceZipEmpty: '压缩包中没有照片，请以“账号.jpg”命名后再上传',
  faceConsentMissing: '本人尚未同意人脸比对，请勾选“已取得本人书面同意”或请本人在用户中心同意',
  photoOverMb: '照片过大，不能超过 {{mb}} MB',
  photoUnreadable: '照片无法识别，请上传 jpg、jpeg、png 格式的照片',
  photoBroken: '照片已损坏或尺寸过大，请重新上传',
  photoKinds: '请上传 jpg、jpeg、png 格式的照片',
} as const

export const say = speaker(faceServerTexts)
