// English for face checks in courses.

export const courseFaceEn = {
  '{{name}}的照片': 'Picture of {{name}}',
  '人脸识别已失败{{n}}次，连续失败{{limit}}次将退出学习！':
    'The face check failed {{n}} {{n, time/times}}; after {{limit}} in a row the learning ends!',
  '在课程设置中开启人脸核验或抓拍后，记录会显示在这里。': 'Records appear here once a course asks for face checks or captures.',
  学习前核验: 'Checks before learning',
  学习本课程前请先完成人脸核验: 'Please pass the face check before this course',
  '本课程每{{minutes}}分钟用摄像头抓拍一次。抓拍不到人脸、有多张人脸或不是本人算失败：上次通过后的学习时间不算，通过前不计时；连续失败{{limit}}次将退出学习。':
    'In this course the camera takes a picture at intervals of {{minutes}} min. One without a face, with several, or of another person fails: the time since the last passed one is lost, and none counts until one passes; after {{limit}} {{limit, failure/failures in a row}} the learning ends.',
  '窗口已关闭，若要重新识别请刷新页面！': 'The window is closed. Reload the page to try again!',
  立即拍照: 'Take a picture now',
  '请正对摄像头：拍到您本人后才开始计时': 'Face the camera: time counts once a picture shows you',
  '请认真学习，确保人脸在摄像头中央！': 'Please study attentively, with your face in the middle of the picture!',
  '连续{{n}}次人脸识别失败！': { one: 'The face check failed!', other: 'The face check failed {{n}} times in a row!' },
}

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof courseFaceEn> {}
}
