// Arrival from a learning platform (LTI): opens the session and goes to the exam or course.
import { lti } from '@shuyuan/contract/integrate/lti.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../kernel/call/api.ts'
import { t } from '../../../kernel/i18n.ts'
import { safePath } from '../../../kernel/access/safe-path.ts'
import { signIn } from '../../../shared/session/session.ts'
import { noteArrival } from '../../routes/arrival.ts'
import { Screen } from '../Screen.tsx'
import { VisitorLayout } from '../VisitorLayout.tsx'
import screenStyles from '../../frame/screen.module.css'

export function LtiPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const code = query.get('code')
  // the query key limits a code to one use, however often the page is rendered
  const { data, error } = useQuery({
    queryKey: ['lti', code],
    queryFn: () => call(lti.enter, { code: code ?? '' }, { quiet: true }),
    enabled: code !== null,
    staleTime: Infinity,
    retry: false,
  })
  useEffect(() => {
    if (!data) return
    signIn(data.token)
    noteArrival(data.token)
    void navigate(safePath(data.to) ?? '/', { replace: true })
  }, [data, navigate])
  return (
    <VisitorLayout title={t('登录')}>
      {code !== null && !error ? (
        <p className={screenStyles.screen} role="status">
          {t('正在打开…')}
        </p>
      ) : (
        <Screen
          title={t('没有打开')}
          text={
            query.get('problem') === 'teacher'
              ? t('您在学习平台的课程中是教师，这个链接供学员使用。要查看或管理内容，请用本站账号登录后台。')
              : t('请回到学习平台，在新窗口中重新打开这个链接；仍不能打开时请联系老师。')
          }
        />
      )}
    </VisitorLayout>
  )
}
