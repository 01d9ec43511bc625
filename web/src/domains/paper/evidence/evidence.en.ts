import type { Catalogue, KeysOf } from '../../../kernel/i18n.ts'

export const evidenceEn = {
  上一个信号: 'Previous signal',
  下一个信号: 'Next signal',
  与人交谈: 'Talked to a person',
  交卷后才能复核: 'Recordings are judged after the hand-in',
  人工标记: 'Marks',
  '作废的答卷不计成绩，考生会收到原因和申请复核的期限。结论和处理都会留下记录。':
    'A void paper does not count; the candidate is told the reason and until when to appeal. Verdicts and what follows are kept on record.',
  使用手机: 'Used a phone',
  '保存至 {{time}}': 'kept until {{time}}',
  停止跟随: 'Stop following',
  全部轨道: 'All tracks',
  其他事件: 'Other events',
  切屏: 'Left the page',
  '前进 10 秒': 'On 10 s',
  '后退 10 秒': 'Back 10 s',
  '在考试的“监考与防作弊”中开启摄像头录像或录制整个屏幕后，考生的录像会出现在这里。':
    'Once an exam records the camera or the screen (Invigilation), its recordings are listed here.',
  复核与标记: 'Review and marks',
  实时: 'Live',
  '导出的文件可以脱离本系统播放，请妥善保管。导出会记入查看记录。':
    'The file plays outside of this site: keep it safe. The export is noted in the log of views.',
  已加载: 'Loaded',
  已开始导出: 'The export has begun',
  异常信号: 'Signals',
  录像已到期删除: 'The recording was deleted when its time was over',
  '录像播放失败，请刷新页面重试': 'The recording could not be played, please reload the page',
  播放: 'Play',
  播放位置: 'Position',
  播放情况: 'Playback',
  播放速度: 'Speed',
  有他人进入: 'Another person came in',
  查看记录: 'Who watched',
  查阅资料: 'Looked something up',
  标记此处: 'Mark this place',
  '没有录制：{{from}} 至 {{to}}': 'Not recorded: {{from}} to {{to}}',
  片段: 'Seconds',
  '留空表示取消暂缓。最迟 {{time}}，这是考生同意的期限。':
    'Empty ends the hold. At the latest {{time}}: the candidate has agreed to no longer time.',
  '答案保存的时刻，共 {{n}} 次': { one: 'When answers were saved, {{n}} time', other: 'When answers were saved, {{n}} times' },
  '系统提示仅供参考，是否违规由复核人判断。您的每次查看都会被记录。':
    'Hints of the system are only hints: a person decides. Everything that you watch is logged.',
  考生离开画面: 'The candidate left the picture',
  '至少 {{n}} 个字；告知考生或作废时，考生会看到。': {
    one: 'At least {{n}} character; the candidate sees it when they are told or the paper is voided.',
    other: 'At least {{n}} characters; the candidate sees it when they are told or the paper is voided.',
  },
  该时段人脸可能有遮挡: 'The face may be covered here',
  '该时段可能有人说话：{{from}} 至 {{to}}': 'Someone may speak here: {{from}} to {{to}}',
  该时段摄像头可能没有画面: 'The camera may give no picture here',
  该时段没有录制: 'Nothing was recorded at this time',
  该时段画面中可能不是考生本人: 'It may not be the candidate who is in the picture here',
  该时段画面中可能有多人: 'More than one person may be in the picture here',
  该时段画面中可能没有考生: 'The candidate may not be in the picture here',
  该时段画面可能模糊: 'The picture may be blurred here',
  该时段考生可能没有正对镜头: 'The candidate may not face the camera here',
  该时段考生可能离镜头较远: 'The candidate may be far from the camera here',
  该时段镜头前可能不是真人: 'There may be no live person before the camera here',
  该时段镜头可能被遮住: 'The camera may be covered here',
  还没有人查看过这份录像: 'Nobody has watched this recording',
  还没有复核: 'Not reviewed yet',
  还没有录像: 'No recordings yet',
  还没有标记: 'No marks yet',
  '键盘：← → 10 秒，J L 变速，[ ] 信号，空格播放': 'Keyboard: ← → 10 s, J L speed, [ ] signals, space plays',
} satisfies Catalogue

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof evidenceEn> {}
}
