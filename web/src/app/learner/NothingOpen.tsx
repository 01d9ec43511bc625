// The learner's start on a site where neither courses nor exams are open.
import { Link } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import screenStyles from '../frame/screen.module.css'

export const NothingOpen = () => (
  <div className={screenStyles.screen}>
    <h1>{t('暂时没有可用的功能')}</h1>
    <p>{t('课程和考试都没有开放。如有疑问，请联系管理员。')}</p>
    <div className={screenStyles.screenActions}>
      <Link className={buttonStyles.btn} to="/web/notice">
        {t('系统公告')}
      </Link>
      <Link className={buttonStyles.btn} to="/web/uc">
        {t('用户中心')}
      </Link>
    </div>
  </div>
)
