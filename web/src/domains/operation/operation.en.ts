import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const operationEn = {
  '10 分钟内 {{calls}} 次请求，失败 {{failed}} 次': 'Requests in 10 minutes: {{calls}}, failed: {{failed}}',
  '24 小时内发送': 'Sent within 24 hours',
  '24 小时内多于十分之一的短信发送失败。': 'More than one SMS in ten failed within 24 hours.',
  '24 小时内多于十分之一的邮件发送失败。': 'More than one e-mail in ten failed within 24 hours.',
  '24 小时内失败': 'Failed within 24 hours',
  '24 小时内有后台任务失败，原因见服务器日志。': 'Background work failed within 24 hours; the log of the server says why.',
  '{{file}}（已清理）': '{{file}} (removed)',
  '{{n}} 个在线连接': { one: '{{n}} open connection', other: '{{n}} open connections' },
  '{{n}}，最久 {{time}}': '{{n}}, the oldest for {{time}}',
  '一切正常。': 'Everything is in order.',
  不能上传和处理图片: 'Pictures cannot be uploaded or processed',
  不能在本机比对人脸: 'Faces cannot be compared on this machine',
  '不能生成 PDF（证书、试卷等）': 'No PDF is made (certificates, papers and others)',
  中断: 'interrupted',
  '内存 {{size}}': '{{size}} of memory',
  '删除的题库、试题、试卷模板、考试、课程、课件和移出课程的课件在这里保留 {{days}} 天':
    'Banks, questions, templates, exams, courses, files, and files taken out of courses are kept here for {{days}} {{days, day/days}}',
  '剩余 {{free}}，共 {{size}}': '{{free}} free of {{size}}',
  '口令至少 12 个字符，写在文件的第一行，另存一份到别处：没有口令，谁也读不了备份。备份目录应在另一块磁盘上，并定期复制到别的地方。':
    'The passphrase has at least 12 characters and is the first line of the file. Keep a copy elsewhere: without it nobody can read the backups. The folder should be on another disk, and be copied to another place regularly.',
  '各服务器的程序版本不同，请完成升级。': 'The servers run different versions: complete the upgrade.',
  '后台任务等待过久，请查看服务器是否繁忙或停止。': 'Background work has waited too long: see whether a server is busy or stopped.',
  '在服务器上设置下列环境变量，然后重新启动服务器。多台服务器使用相同的设置。':
    'Set these environment variables on the server and restart it. Several servers have the same settings.',
  在线连接: 'Open connections',
  '在装有相同或更新版本的服务器上，把备份恢复到一个空目录，再以该目录为 DATA_DIR 启动。':
    'On a server with the same or a newer version, restore the backup into an empty folder and start with that folder as DATA_DIR.',
  '备份里没有加密密钥（SEAL_KEYS 或 private/seal.key），请单独保存，恢复后放回原处。':
    'The key of sealed values (SEAL_KEYS or private/seal.key) is not in the backup. Keep it elsewhere, and put it back after a restore.',
  外部: 'elsewhere',
  外部服务: 'Services outside',
  '多于一半的外部服务请求失败，见下方“外部服务”。':
    'More than half of the requests to a service outside fail, see “Services outside” below.',
  如何开启每日备份: 'How to turn on daily backups',
  如何恢复: 'How to restore',
  '完整步骤见 docs/operate/backup.md。': 'All steps: docs/operate/backup.md.',
  定时任务: 'Short jobs',
  '密码由 Node.js 加密，登录较慢': 'Passwords are hashed by Node.js; signing in is slower',
  已开始备份: 'The backup has begun',
  已连接: 'connected',
  '彻底删除后不能恢复，确实要删除吗？': 'What is removed for good cannot be restored. Remove it?',
  恢复数据: 'Restore',
  '成功 {{sent}}，失败 {{failed}}': '{{sent}} sent, {{failed}} failed',
  排队: 'Waiting',
  数据库连接: 'Connections',
  '数据库连接即将用尽，请增加 max_connections 或减少服务器。':
    'The connections of the database are almost used up: raise max_connections or run fewer servers.',
  '最近 26 小时没有完成备份，请查看失败原因。': 'No backup was completed within the last 26 hours. Look at the reason of the failure.',
  '最近一次完成于 {{time}}。': 'The newest one was completed at {{time}}.',
  最近备份: 'Newest backup',
  最近迁移: 'Last migration',
  服务器之间的消息: 'Messages between servers',
  '服务器之间的消息中断：停用账号、修改设置最多一分钟后才在其他服务器生效，请检查 Redis（REDIS_URL）或数据库。':
    'Messages between the servers are interrupted: a disabled account or a changed setting takes effect on other servers within a minute only. Look at Redis (REDIS_URL) or the database.',
  '服务器没有设置每日备份。': 'Daily backups are not set up on this server.',
  '服务器缺少以下组件。在程序目录执行命令安装后重启，或用 npm ci --omit=dev 全部安装。':
    'The server lacks these parts. Run the command in the folder of the program and restart it, or install all with npm ci --omit=dev.',
  服务器进程: 'Server processes',
  未开启: 'Off',
  '每天 {{at}} 备份到服务器的 {{dir}}，保留最近 {{keep}} 份。':
    'Each day at {{at}} into {{dir}} on the server; the newest {{keep}} {{keep, is/are}} kept.',
  没有图形验证码和收据图片: 'No captchas and no pictures of receipts',
  没有自带的转码程序: 'The bundled encoder is missing',
  电子邮件: 'E-mail',
  磁盘: 'Disks',
  程序: 'Program',
  '约 {{size}}': 'about {{size}}',
  '转码、备份等长任务': 'Long work: videos, backups',
  还没有备份: 'No backups yet',
  '还没有完成过备份。': 'No backup has been completed yet.',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof operationEn> {}
}
