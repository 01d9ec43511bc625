import type { Catalogue, KeysOf } from '../../../kernel/i18n.ts'

export const recordEn = {
  共享整个屏幕: 'Share the whole screen',
  同意并继续: 'Agree and go on',
  '如需关闭，请在 24 小时内用同一台设备再次登录，录像会继续上传。':
    'If you have to close it, sign in again on this device within 24 hours: the upload goes on.',
  '屏幕共享已停止，请点击恢复共享。作答不受影响，停止期间会被记录。':
    'Sharing the screen has stopped, please click to share again. You can keep answering; the gap is noted.',
  恢复共享: 'Share again',
  恢复录制: 'Record again',
  '您已同意录制。': 'You have agreed to the recording.',
  '您没有同意录制，不能开始考试。您可联系监考老师安排其他方式。':
    'Without your agreement the exam cannot start. You can ask the invigilator for another way.',
  '摄像头录制已中断，请点击恢复。作答不受影响，中断期间会被记录。':
    'The recording of the camera has stopped, please click to go on. You can keep answering; the gap is noted.',
  '暂不共享，先作答': 'Answer first, share later',
  未在录制: 'Not recording',
  '本场考试录制整个屏幕。请点击按钮，在浏览器的窗口里选择“整个屏幕”。考试时间继续计算，未共享的时间会被记录。':
    'This exam records the whole screen. Click the button and choose “Entire screen” in the window of the browser. The exam time goes on, and time without sharing is noted.',
  '本场考试录制整个屏幕，需在电脑上使用 Chrome 或 Edge 作答。':
    'This exam records the whole screen: please take it on a computer, in Chrome or Edge.',
  '正在上传录像，请勿关闭页面（{{n}} MB）': 'Uploading the recording, please keep this page open ({{n}} MB)',
  '浏览器没有允许共享屏幕，请重试并选择“整个屏幕”。': 'The browser did not share the screen. Please try again and choose “Entire screen”.',
  '监考老师已为您免除录制，可以直接开始考试。': 'The invigilator lets you take the exam without a recording, you can start.',
  '请点击地址栏左侧的图标，把麦克风改为“允许”，然后重试。': 'Click the icon left of the address, allow the microphone, then try again.',
  '请选择“整个屏幕”，不要选择窗口或标签页。': 'Please choose “Entire screen”, not a window or a tab.',
  '这个浏览器不能录制本场考试，请换用电脑上的 Chrome 或 Edge 浏览器。':
    'This browser cannot record this exam, please use Chrome or Edge on a computer.',
  '麦克风载入失败，请确认已允许网页使用麦克风！': 'The microphone could not be opened, please allow the page to use it!',
} satisfies Catalogue

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof recordEn> {}
}
