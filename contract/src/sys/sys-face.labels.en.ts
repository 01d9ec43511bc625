// English for the labels of the library of faces.

export const sysFaceLabelsEn = {
  使用中: 'In use',
  待采集: 'Waiting for enrolment',
  采集失败: 'Refused',
  管理员录入: 'By an administrator',
  批量导入: 'By import',
  来源: 'Source',
  同意时间: 'Agreed at',
  已取得本人书面同意: 'They agreed in writing',
  同意书: 'Consent text',
  抓拍照片保留天数: 'Days to keep captures',
  人脸库: 'Face library',
  人脸覆盖率: 'Coverage by department',
  录入人脸: 'Enrol a face',
  删除人脸: 'Delete faces',
  批量导入人脸: 'Import faces',
  重新采集人脸: 'Enrol faces again',
  人脸库设置: 'Settings of the face library',
  保存人脸库设置: 'Save the settings of the face library',
  我的人脸: 'My face',
  同意人脸比对: 'Agree to the comparison of faces',
  测试比对: 'Test a comparison',
  '本机比对（免费，无需账号）': 'This server (free, no account)',
  维护人脸库: 'Maintain the face library',
  用途: 'Purpose',
  实名认证照片: 'Photo for the real name',
  学习人脸核验: 'Face check before learning',
  手机拍照: 'Picture by phone',
  手机拍照用途: 'Purpose of a picture by phone',
  发送手机照片: 'Send the picture of a phone',
  取手机照片: 'Take the picture of a phone',
  获取人脸验证动作: 'Challenge of a sign-in by face',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof sysFaceLabelsEn, string> {}
}
