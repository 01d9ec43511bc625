// Why a file does not play, in place of the player.
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import buttonStyles from '../../../../kernel/plain/button.module.css'
import stageStyles from '../course-view.module.css'
import type { HlsProblem } from './hls-source.ts'

export type PlayProblem = HlsProblem
const texts: Record<PlayProblem, PlainText> = {
  broken: '这个课件无法播放，请稍后再试或联系老师。',
  refused: '没有播放这个视频的权限，或登录已失效，请刷新页面后再试。',
  codec: '这个浏览器没有 H.264 和 AAC 解码器，不能播放这个视频，请换用新版的 Chrome、Edge、Firefox 或 Safari 浏览器。',
  unable: '这台设备的浏览器不能播放加密视频，请升级系统，或换一台设备。',
}

export const Problem = ({ problem, onRetry }: { problem: PlayProblem; onRetry: () => void }) => (
  <div className={stageStyles.stageWord} role="alert">
    <p>{t(texts[problem])}</p>
    <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary)} onClick={onRetry}>
      {t('重试')}
    </button>
  </div>
)
