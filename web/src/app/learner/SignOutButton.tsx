// Signing out, after a question.
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { signOut } from '../../shared/session/session.ts'

const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog }))

export function SignOutButton({ className }: { className: string | undefined }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const answered = async (leave: boolean) => {
    setAsking(false)
    if (leave) await signOut(() => navigate('/login'))
  }
  return (
    <>
      <button type="button" className={className} onClick={() => setAsking(true)}>
        {t('退出')}
      </button>
      {asking && (
        <Suspense>
          <LeaveDialog onAnswer={(leave) => void answered(leave)} />
        </Suspense>
      )}
    </>
  )
}
