import type { Catalogue, KeysOf } from '../../../kernel/i18n.ts'

export const recordEn = {
  '不影响开始考试和作答。': 'You can start and answer all the same.',
  '保存至 {{time}}，到期自动删除。': 'Kept until {{time}}, then deleted. ',
  共享整个屏幕: 'Share the whole screen',
  切换前后镜头: 'Use the other lens',
  '可查看的人员：本场监考人、教务管理员，每次查看都有记录。需要副本或有异议，请联系考试负责人。':
    'Invigilators of the exam and managers of teaching affairs may look, and each look is noted. For a copy or an objection, please contact the people of the exam.',
  同意并继续: 'Agree and go on',
  '声音录制已中断，请检查麦克风，或点击恢复。作答不受影响，中断期间会被记录。':
    'The recording of the sound has stopped, please check the microphone or click to go on. You can keep answering; the gap is noted.',
  '如需关闭，请在 24 小时内用同一台设备再次登录，录像会继续上传。':
    'If you have to close it, sign in again on this device within 24 hours: the upload goes on.',
  '屏幕共享已停止，请点击恢复共享。作答不受影响，停止期间会被记录。':
    'Sharing the screen has stopped, please click to share again. You can keep answering; the gap is noted.',
  '已有 {{n}} 人查看：实时 {{live}} 人，回放 {{replay}} 人。': {
    one: '{{n}} person has looked (live: {{live}}, afterwards: {{replay}}).',
    other: '{{n}} people have looked (live: {{live}}, afterwards: {{replay}}).',
  },
  '已由另一部手机接替，这部手机不再录制。': 'Another phone has taken over, this one does not record any more.',
  '录制内容：{{tracks}}（{{state}}）。': 'Recorded: {{tracks}} ({{state}}). ',
  '录制已中断，正在重新打开摄像头…': 'The recording has stopped, opening the camera again…',
  '录制已中断：摄像头没有画面，恢复后自动继续。': 'The recording has stopped: the camera gives no picture. It goes on by itself.',
  '录制已中断：登录已失效。画面先存在本机，重新登录后自动续传。作答不受影响。':
    'The recording has stopped: your sign-in has ended. Pictures are kept on this device and sent once you sign in again. You can keep answering.',
  恢复共享: 'Share again',
  恢复录制: 'Record again',
  '您已同意录制。': 'You have agreed to the recording.',
  '您没有同意录制，不能开始考试。您可联系监考老师安排其他方式。':
    'Without your agreement the exam cannot start. You can ask the invigilator for another way.',
  '手机电量只剩 {{n}}%，请接上电源。': 'The phone has {{n}}% of its battery left, please connect it to power.',
  '手机第二机位已中断，请用手机重新扫描二维码。作答不受影响，中断期间会被记录。':
    'The second camera has stopped, please scan the code again with your phone. You can keep answering; the gap is noted.',
  '手机第二机位还没有连接，请用手机扫码。作答不受影响，未录制的时间会被记录。':
    'No phone is connected as second camera yet, please scan the code. You can keep answering; the time without it is noted.',
  '把手机横放在侧后方约一米处，拍到双手、桌面和屏幕。':
    'Put it sideways about a metre behind you at your side, so that it shows your hands, the desk and the screen.',
  '接上电源，不要锁屏或切换到其他应用。手机需要能通过 https 打开本站。':
    'Connect it to power, and neither lock it nor change to another app. The phone needs https to this site.',
  '接上电源，打开勿扰模式；不要锁屏，也不要切换到其他应用。':
    'Connect it to power and silence it; neither lock it nor change to another app.',
  '摄像头录制已中断，请点击恢复。作答不受影响，中断期间会被记录。':
    'The recording of the camera has stopped, please click to go on. You can keep answering; the gap is noted.',
  '摄像头没有画面，请打开镜头盖和摄像头开关，关闭占用摄像头的程序，或点击恢复。作答不受影响，中断期间会被记录。':
    'The camera gives no picture: please open its cover and its switch, close programs that use it, or click to go on. You can keep answering; the gap is noted.',
  改用这部手机: 'Use this phone',
  显示二维码: 'Show the code',
  '暂不共享，先作答': 'Answer first, share later',
  '暂不连接，先作答': 'Answer first, connect later',
  未在录制: 'Not recording',
  '本场考试录制整个屏幕。请点击按钮，在浏览器的窗口里选择“整个屏幕”。考试时间继续计算，未共享的时间会被记录。':
    'This exam records the whole screen. Click the button and choose “Entire screen” in the window of the browser. The exam time goes on, and time without sharing is noted.',
  '本场考试录制整个屏幕，需在电脑上使用 Chrome 或 Edge 作答。':
    'This exam records the whole screen: please take it on a computer, in Chrome or Edge.',
  '正在上传录像，请勿关闭页面（{{n}} MB）': 'Uploading the recording, please keep this page open ({{n}} MB)',
  '浏览器只能再存 {{free}} MB，断网时存不下 10 分钟的录像（约 {{needed}} MB）。建议先清理磁盘空间。':
    'This browser can keep {{free}} MB more: not ten minutes of the recording (about {{needed}} MB) while the network is away. Please free some disk space first.',
  '浏览器没有允许共享屏幕，请重试并选择“整个屏幕”。': 'The browser did not share the screen. Please try again and choose “Entire screen”.',
  '用手机相机扫码，在手机浏览器里打开，点“开始录制”。':
    'Scan the code with the camera of your phone, open it in its browser and press “Begin to record”.',
  '监考老师已为您免除录制，可以直接开始考试。': 'The invigilator lets you take the exam without a recording, you can start.',
  '网络不通，画面先存在手机里，恢复后自动上传。': 'No network: the pictures are kept on the phone and sent when it is back.',
  '考试已结束或二维码已失效，可以关闭本页；还在考试的，请在电脑上重新显示二维码。':
    'The exam is over or the code has expired: you can close this page. If the exam still runs, show the code on the computer again.',
  '考试已结束，录像已上传，可以关闭本页。': 'The exam is over and the recording is sent: you can close this page.',
  '请保持本页打开，直到考试结束。': 'Please keep this page open until the end of the exam.',
  '请把手机横过来。': 'Please turn the phone sideways.',
  '请点击地址栏左侧的图标，把麦克风改为“允许”，然后重试。': 'Click the icon left of the address, allow the microphone, then try again.',
  '请选择“整个屏幕”，不要选择窗口或标签页。': 'Please choose “Entire screen”, not a window or a tab.',
  '还没有人查看。': 'No one has looked.',
  '这个浏览器不能录制。请用手机自带的浏览器或 Chrome 打开；在微信里请点右上角，选择“在浏览器打开”。':
    'This browser cannot record. Please open the page in the browser of the phone or in Chrome; in WeChat choose “Open in Browser” at the top right.',
  '这个浏览器不能录制本场考试，请换用电脑上的 Chrome 或 Edge 浏览器。':
    'This browser cannot record this exam, please use Chrome or Edge on a computer.',
  '这个窗口不能暂存录像，断网时的录像会丢失。建议退出无痕模式，用普通窗口重新打开。':
    'This window keeps no recording: what is recorded while the network is away is lost. Please leave the private mode and open the page in a usual window.',
  '这部手机是本场考试的第二机位，画面随考试录像保存，不录声音。':
    'This phone is the second camera of the exam. Its pictures are kept with the recording, without sound.',
  '麦克风载入失败，请确认已允许网页使用麦克风！': 'The microphone could not be opened, please allow the page to use it!',
} satisfies Catalogue

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof recordEn> {}
}
