// English for face checks in courses.

export const courseFaceEn = {
  '{{name}}的照片': 'Picture of {{name}}',
  '人脸识别已失败{{n}}次，连续失败{{limit}}次将退出学习！':
    'The face check failed {{n}} times; after {{limit}} in a row the learning ends!',
  '在课程设置中开启人脸核验或抓拍后，记录会显示在这里。': 'Records appear here once a course asks for face checks or captures.',
  学习前核验: 'Checks before learning',
  学习本课程前请先完成人脸核验: 'Please pass the face check before this course',
  '窗口已关闭，若要重新识别请刷新页面！': 'The window is closed. Reload the page to try again!',
  '请认真学习，确保人脸在摄像头中央！': 'Please study attentively, with your face in the middle of the picture!',
  '连续{{n}}次人脸识别失败！': 'The face check failed {{n}} times in a row!',
}

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof courseFaceEn> {}
}
