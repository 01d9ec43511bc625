// English for the settings of face comparison, of e-mail, and of buckets with the calls of S3.

export const providerEn = {
  'MinIO、Ceph 一般用路径，AWS 两种都可以': 'MinIO and Ceph usually take paths, AWS both',
  'SSL/TLS 一般为 465，STARTTLS 一般为 587': 'Usually 465 with SSL/TLS, 587 with STARTTLS',
  一般须与账号相同: 'Usually the same as the account',
  '不发送邮件，通知只写入“发送记录”和服务器日志。':
    'No e-mail is sent; notifications are only written to the delivery log and the server log.',
  '不大于 {{n}}': 'at most {{n}}',
  '不小于 {{n}}': 'at least {{n}}',
  不是同一个人: 'Different people',
  '仅内网邮件服务器使用自建证书时填写，PEM 格式': 'Only for a mail server of the own network with its own certificate authority, as PEM',
  '仅当浏览器和服务器使用的地址不同时填写，例如服务器在内网访问；留空与服务地址相同':
    'Only where browsers and the server use different addresses, such as a server inside the network; the service address while empty',
  '例如 https://minio.example.com:9000，不含存储空间；内网或 http 地址须由运维写入 OUTGOING_ALLOW':
    'For example https://minio.example.com:9000, without the bucket; the operator must add addresses inside the network or with http to OUTGOING_ALLOW',
  内网中继无需登录时留空: 'Empty for a relay of the own network without sign-in',
  '切换后立即生效，之后的邮件由新的账号发送。确定要切换吗？': 'Takes effect at once: later e-mails are sent by the new account. Switch?',
  '启用或切换后，已有的人脸在后台自动重新采集，进度见':
    'After turning on or switching, existing faces are enrolled again in the background; the progress is shown in the',
  '多数邮箱须在邮箱设置中开启 SMTP 并使用授权码': 'Most mail services need SMTP turned on and an app password',
  '如 smtp.exmail.qq.com、smtp.163.com': 'For example smtp.exmail.qq.com, smtp.163.com',
  存储可以使用: 'The storage works',
  '存储可以使用，但有需要注意的地方': 'The storage works, with remarks',
  存储还不能使用: 'The storage does not work yet',
  '尚未启用邮件服务：通知不能选择邮件渠道': 'No mail service is in use: notifications cannot be sent by e-mail',
  '建议留空：由本站打开文件，存储空间不必公开。填写时须允许公共读，以 / 结尾，文件名接在后面':
    'Better empty: the site opens the files, and the bucket may be closed. With an address the bucket must be readable by everybody; it ends with /, and the file name follows',
  开始比对: 'Compare',
  是同一个人: 'The same person',
  '本站直接比对两张照片，不在阿里云的人脸库中保存照片': 'Two pictures are compared directly; none is stored in a library of Alibaba Cloud',
  '测试邮件已提交给邮件服务器，请查收': 'The mail server has taken the test e-mail; please look into the mailbox',
  '浏览器用签名的地址把文件直接传到存储服务，请在存储空间的跨域设置中允许本站的 PUT 和 GET 请求及全部请求头。视频不转码，按原样播放。':
    'Browsers send files straight to the service, to signed addresses. Please allow PUT and GET with all request headers from this site in the CORS rules of the bucket. Videos are not converted; they play as they are.',
  '照片只在本机比对，不发送给任何服务商。首次比对时载入模型，约占用 350 MB 内存，空闲 10 分钟后释放。':
    'Pictures are compared on this server and sent to nobody. The models are loaded with the first picture, take about 350 MB of memory, and are released after 10 idle minutes.',
  '由当前使用的账号发送。': 'Sent by the account in use.',
  '留空为 us-east-1；R2 填写 auto，AWS 填写存储空间所在的区域': 'us-east-1 while empty; auto for R2, the region of the bucket for AWS',
  '相似度偏低：通过，并在记录中标记': 'Little alike: passes, and is marked',
  '还没有启用人脸服务：考前拍照和抓拍只留存，不比对':
    'No face service is in use: pictures before and during exams are stored and not compared',
  '通知的接收人是在用户资料中填写了邮箱的人员。': 'Notifications reach people with an e-mail address in their profile.',
  通过并标记: 'Passes and is marked',
}

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof providerEn> {}
}
