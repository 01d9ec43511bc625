// English for the library of faces.

export const faceEn = {
  '{{n}} 张人脸正在后台重新采集': '{{n}} {{n, face is/faces are}} being enrolled again',
  下载有误的文件: 'Download wrong files',
  人脸比对: 'Face comparison',
  人脸照片等待采集: 'Your photo waits to be enrolled',
  '删除后，这些用户不能再进行人脸比对，确定要删除吗？': 'These users cannot be compared any more. Delete?',
  同意: 'Agree',
  '实名认证通过的用户会自动加入人脸库，也可以在这里批量导入。':
    'Users with a verified name are added by themselves; photos can also be imported here.',
  '已于 {{time}} 同意': 'Agreed on {{time}}',
  '已录入人脸，可以用于考试和学习的人脸核验': 'Your face is stored for the checks of exams and courses',
  '已收下 {{n}} 张照片': '{{n}} {{n, photo/photos}} received',
  已采集: 'Enrolled',
  '录入{{name}}的人脸': 'Face of {{name}}',
  撤回同意: 'Withdraw',
  '撤回后立即删除人脸库中的照片和特征，需要人脸核验的考试将无法核验；实名认证申请中的照片作为认证记录保留。确定要撤回吗？':
    'Picture and numbers in the face library are deleted at once, and exams that check faces cannot check you; the photo of your real-name request is kept as its record. Withdraw?',
  更换照片: 'Replace the photo',
  '没有实名核验服务时，自动审核对合格的照片这样处理；服务商支持时按其分数判断':
    'What the automatic audit does with a good photo where no service checks identities; else the score of the service decides',
  覆盖率: 'Coverage',
  '请上传 zip 压缩包，照片以“账号.jpg”命名，一次最多 500 张；照片在后台逐张采集。':
    'Upload a zip archive with photos named by account (zhangsan.jpg), at most 500; they are enrolled in the background.',
  '请上传一张正面、清晰、只有本人的照片，人脸宽度不小于 110 像素。':
    'Upload a frontal, sharp photo of this person alone; the face must be at least 110 pixels wide.',
  '请重新认证并上传合格的照片。': 'Please verify your real name again with a photo that fits.',
  '还没有录入人脸：同意人脸比对，并通过实名认证后自动录入':
    'No face is stored: agree to the comparison, and it is enrolled once your real name is verified',
  选择压缩包: 'Choose an archive',
  选择照片: 'Choose a photo',
  重新采集: 'Enrol again',
}

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof faceEn> {}
}
