// Who is signed in: face, name, department and points. Without Ant Design, for the learner's first page.
import { ownUser } from '@shuyuan/contract/sys/account/user-me.ts'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { useMe } from '../../../shared/session.ts'
import './user-banner.css'

export function UserBanner() {
  const known = useMe()
  // points may have changed since the session was read
  const { data: me = known } = useCall(ownUser.info, {}, { quiet: true })
  return (
    <header className="uc-banner">
      <span className="uc-avatar">
        {me.avatar === '' ? <span aria-hidden="true">{me.realName.slice(-2)}</span> : <img src={me.avatar} alt="" />}
      </span>
      <div className="uc-who">
        <strong>{me.realName}</strong>
        <span>{me.deptCode_dictText}</span>
      </div>
      <Link className="uc-points" to="/web/uc?to=points">
        <strong className="tabular">{me.points}</strong>
        <span>{t('我的积分')}</span>
      </Link>
    </header>
  )
}
