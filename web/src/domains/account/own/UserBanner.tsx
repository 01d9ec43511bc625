// The signed-in user: picture, name, department and points. Without Ant Design, for the learner's first page.
import { ownUser } from '@shuyuan/contract/account/own/user-me.ts'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { useMe } from '../../../shared/session/session.ts'
import textStyles from '../../../kernel/plain/text.module.css'
import { classes } from '../../../kernel/theme/classes.ts'
import avatarStyles from '../../../kernel/plain/avatar.module.css'
import { initialsOf } from '../../../shared/people/initials.ts'
import styles from './user-banner.module.css'

/** What the session's start has read is not read again. */
const FRESH_MS = 3_000

export function UserBanner() {
  const cached = useMe()
  // points may have changed since the session was read
  const { data: me = cached } = useCall(ownUser.info, {}, { quiet: true, staleTime: FRESH_MS })
  return (
    <header className={styles.ucBanner}>
      <span className={classes(avatarStyles.avatar, styles.ucAvatar)}>
        {me.avatar === '' ? <span aria-hidden="true">{initialsOf(me.realName)}</span> : <img src={me.avatar} alt="" />}
      </span>
      <div className={styles.ucWho}>
        <strong>{me.realName}</strong>
        <span>{me.deptCode_dictText}</span>
      </div>
      <Link className={styles.ucPoints} to="/web/uc?to=points">
        <strong className={textStyles.tabular}>{me.points}</strong>
        <span>{t('我的积分')}</span>
      </Link>
    </header>
  )
}
