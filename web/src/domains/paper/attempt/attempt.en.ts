import type { Catalogue, KeysOf } from '../../../kernel/i18n.ts'

export const attemptEn = {
  '{{n}} 题未能保存': { one: '{{n}} answer not saved', other: '{{n}} answers not saved' },
  '{{title}}：在本设备继续后，另一台设备将不能再作答，已保存的答案不会丢失。':
    '{{title}}: once you continue here, the other device can no longer answer. Saved answers are not lost.',
  '{{title}}：客观题已评分，主观题等待老师阅卷。': '{{title}}: objective questions are marked, open questions wait for a marker.',
  '上次交卷没有成功，正在重新提交。': 'The last hand-in did not succeed. Handing in again.',
  '上次交卷没有成功，这次打开时已为您提交。': 'The last hand-in had not succeeded. Your paper was handed in when you opened it now.',
  '下一题没有取到，请稍后再试': 'The question could not be fetched. Please try again.',
  下载配置文件: 'Download the configuration file',
  交卷成功: 'Handed in',
  '人脸识别已失败{{n}}次，请确保人脸在摄像头中央！':
    'Face recognition has failed {{n}} {{n, time/times}}. Keep your face in the middle of the picture!',
  '人脸识别已失败{{n}}次，连续失败{{limit}}次将自动交卷！':
    'Face recognition has failed {{n}} {{n, time/times}}; after {{limit}} {{limit, failure/failures in a row}} the paper is handed in!',
  保存中: 'Saving',
  '全部 {{total}} 题已作答，交卷后不能再修改。': 'All questions ({{total}}) are answered. Nothing can be changed after handing in.',
  '剩余 {{minutes}} 分钟': '{{minutes}} min left',
  在本设备继续考试: 'Continue on this device',
  '在此标签页继续后，另一个标签页将不能再作答，已保存的答案不会丢失。':
    'Once you continue here, the other tab can no longer answer. Saved answers are not lost.',
  在此标签页继续考试: 'Continue in this tab',
  '如有疑问，请尽快联系监考员或考试组织者。': 'If you have questions, please contact the invigilator or the organiser of the exam soon.',
  尚未交卷: 'Not handed in yet',
  '已保存 {{time}}': 'Saved {{time}}',
  '已保存 {{time}}，已答 {{answered}} 题，共 {{total}} 题':
    'Saved at {{time}}, {{answered}} of {{total}} {{total, question/questions}} answered',
  已在另一个标签页继续考试: 'The exam goes on in another tab',
  已标记: 'Flagged',
  已申请采纳: 'Asked',
  '已答 {{answered}} / {{total}}': 'Answered {{answered}} / {{total}}',
  已通知考试组织者: 'The organiser of the exam has been notified',
  已采纳并重新评分: 'Accepted and graded again',
  '您已经离开{{n}}次，离开{{limit}}次将自动交卷':
    'You have left {{n}} {{n, time/times}}; after {{limit}} {{limit, time/times}} the paper is handed in',
  '您已经离开{{n}}次，请勿离开考试页面': 'You have left {{n}} {{n, time/times}}. Do not leave the exam page',
  '您的答案已保存在本机，登录后会自动上传。': 'Your answers are kept on this device and uploaded after you sign in.',
  '截止后或被其他设备接替后收到的作答保留24小时，采纳后才计入答卷并重新评分。服务器不采信考生设备的时间，请结合相差的秒数判断。':
    'Answers that came after the deadline, or from a device that had been replaced, are kept for 24 hours. They count only once accepted. The time of the candidate’s device is not trusted: judge by the gap.',
  '提交没有成功，正在自动重试，请勿关闭页面。': 'Handing in did not succeed and is being retried, please keep this page open.',
  '最早交卷时间：{{time}}': 'Earliest hand-in: {{time}}',
  '有 {{n}} 题的作答在收卷后才送达，没有计入成绩': {
    one: 'The answer to {{n}} question arrived after the paper had been closed and does not count',
    other: 'The answers to {{n}} questions arrived after the paper had been closed and do not count',
  },
  '有 {{n}} 题的作答没有在截止前送达，没有计入成绩': {
    one: 'The answer to {{n}} question did not arrive in time and does not count',
    other: 'The answers to {{n}} questions did not arrive in time and do not count',
  },
  本场考试已在另一个标签页打开: 'This exam is open in another tab',
  '本场考试必须使用安全考试浏览器（SEB）': 'This exam has to be sat in Safe Exam Browser (SEB)',
  本场考试正在其他设备上作答: 'This exam is in progress on another device',
  '本场考试要求全屏作答，请进入全屏后继续。': 'This exam is taken in full screen. Please enter it to go on.',
  '本页面只能查看，不能作答。': 'This page is read-only now.',
  本题作答时间已到: 'The time for this question is over',
  本题剩余: 'This question',
  本题剩余时间: 'Time left for this question',
  '本题还没有作答，进入下一题后不能返回，确定继续吗？': 'This question is not answered and you cannot come back to it. Go on?',
  '标记（F）': 'Flag (F)',
  检查并交卷: 'Review and hand in',
  检测到多个屏幕: 'More than one screen found',
  正在打开试卷: 'Opening your paper',
  '正在提交答卷，请勿关闭页面…': 'Handing in your paper, please keep this page open…',
  没有迟到的作答: 'No late answers',
  浏览器拒绝了全屏: 'The browser refused full screen',
  用安全浏览器打开: 'Open in Safe Exam Browser',
  申请采纳: 'Ask to accept them',
  登录并继续考试: 'Sign in and continue',
  监考员已允许在其他设备上继续本场考试: 'The invigilator has allowed this exam to go on on another device',
  监考正在收卷: 'The invigilator is collecting your paper',
  确认交卷: 'Hand in now',
  确认在本设备继续考试: 'Continue on this device',
  '离开后考试继续计时，到时自动交卷；在此之前可以从考试列表继续作答。':
    'The clock goes on while you are away, and your paper is handed in when time is up. Until then you can go on from the list of exams.',
  离开次数已达上限: 'The page was left too often',
  离开考试: 'Leave the exam',
  '离线，{{n}} 题待上传': { one: 'Offline, {{n}} answer to upload', other: 'Offline, {{n}} answers to upload' },
  立即重试: 'Retry now',
  等待监考员解锁: 'Waiting for the invigilator',
  '答卷已被收取：{{notice}}': 'Your paper has been collected: {{notice}}',
  答案校验码: 'Checksum of your answers',
  答案自动保存: 'Answers are saved automatically',
  '答案还没有上传，请在网络恢复后再换题': 'Your answer is not uploaded yet. Move on when the network is back.',
  '答题卡 {{answered}}/{{total}}': 'Sheet {{answered}}/{{total}}',
  管理员提醒: 'Message from the administrator',
  继续作答: 'Keep answering',
  '网络已断开，可以继续作答。答案已存在本机，恢复后自动上传。':
    'You are offline and can go on answering. Answers are kept on this device and uploaded once you are back online.',
  考试尚未提交: 'The exam is not handed in',
  '考试已结束，答卷已提交': 'The exam has ended, your paper is handed in',
  '考试时间已到，正在收卷…': 'Time is up, your paper is being collected…',
  '考试期间请勿离开本页面：离开超过{{seconds}}秒将被记录。':
    'Do not leave this page during the exam: being away for more than {{seconds}} s is recorded.',
  '考试期间请勿离开本页面：离开超过{{seconds}}秒记一次，离开{{limit}}次将自动交卷。':
    'Do not leave this page: more than {{seconds}} s away counts once, after {{limit}} {{limit, time/times}} the paper is handed in.',
  '请先在电脑上安装 Safe Exam Browser，再用下面的配置文件打开本场考试。':
    'Install Safe Exam Browser on your computer first, then open this exam with the configuration file below.',
  请勿离开考试页面: 'Do not leave the exam page',
  '请检查浏览器或插件是否禁止全屏，或换用 Chrome、Firefox 浏览器。仍然不能全屏，请联系监考员或考试管理员：为您设置“免全屏”后，本页会自动继续，不需要刷新。':
    'Check whether the browser or an extension forbids full screen, or use Chrome or Firefox. If that does not help, ask the invigilator or the administrator of the exam: once you are exempt from full screen, this page goes on by itself, without a reload.',
  '请诚信考试，确保人脸在摄像头中央！': 'Please keep your face in the middle of the camera picture!',
  请重新登录后继续考试: 'Please sign in again to continue the exam',
  '还有 {{n}} 题未作答，交卷后不能再修改。': {
    one: '{{n}} question is not answered yet. Nothing can be changed after handing in.',
    other: '{{n}} questions are not answered yet. Nothing can be changed after handing in.',
  },
  '还有 {{n}} 题的作答没有上传，会保存在本机，回到考试后上传。': {
    one: 'The answer to {{n}} question is not uploaded. It is kept on this device and uploaded when you are back in the exam.',
    other: 'The answers to {{n}} questions are not uploaded. They are kept on this device and uploaded when you are back in the exam.',
  },
  '这些作答保留 24 小时，考试组织者可以决定是否采纳。':
    'They are stored for 24 hours; the organiser of the exam can decide to accept them.',
  '这些作答保留到 {{time}}，考试组织者可以决定是否采纳。':
    'They are stored until {{time}}; the organiser of the exam can decide to accept them.',
  进入全屏并继续考试: 'Enter full screen and go on',
  '连续{{n}}次人脸识别失败，系统强制交卷！': {
    one: 'Face recognition failed once: the paper is handed in!',
    other: 'Face recognition failed {{n}} times in a row: the paper is handed in!',
  },
  退出安全浏览器: 'Quit Safe Exam Browser',
  采纳: 'Accept',
  '采纳后将计入答卷并重新评分，确定采纳吗？': 'They will count and the papers are graded again. Accept?',
  '键盘：A–Z 选择，← → 换题，F 标记': 'Keyboard: A–Z choose, ← → move, F flag',
  题目切换: 'Move between questions',
  '（清空）': '(cleared)',
} satisfies Catalogue

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof attemptEn> {}
}
