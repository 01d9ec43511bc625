// English for the settings of face comparison.

export const providerEn = {
  '不大于 {{n}}': 'at most {{n}}',
  '不小于 {{n}}': 'at least {{n}}',
  不是同一个人: 'Different people',
  '启用或切换后，已有的人脸在后台自动重新采集，进度见':
    'After turning on or switching, existing faces are enrolled again in the background; the progress is shown in the',
  开始比对: 'Compare',
  是同一个人: 'The same person',
  '本站直接比对两张照片，不在阿里云的人脸库中保存照片': 'Two pictures are compared directly; none is stored in a library of Alibaba Cloud',
  '照片只在本机比对，不发送给任何服务商。首次比对时载入模型，约占用 350 MB 内存，空闲 10 分钟后释放。':
    'Pictures are compared on this server and sent to nobody. The models are loaded with the first picture, take about 350 MB of memory, and are released after 10 idle minutes.',
  '相似度偏低：通过，并在记录中标记': 'Little alike: passes, and is marked',
  第一张照片: 'First picture',
  第二张照片: 'Second picture',
  '还没有启用人脸服务：考前拍照和抓拍只留存，不比对':
    'No face service is in use: pictures before and during exams are stored and not compared',
  通过并标记: 'Passes and is marked',
}

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof providerEn> {}
}
