// A whole page that says one thing and offers the way on.
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../kernel/i18n.ts'

type FaceProps = { code?: string; title: string; text?: ReactNode; children?: ReactNode }

export function Face({ code, title, text, children }: FaceProps) {
  const navigate = useNavigate()
  return (
    <div className="face">
      {code && (
        <p className="face-code" aria-hidden="true">
          {code}
        </p>
      )}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      <div className="face-actions">
        {children}
        <button type="button" className="btn" onClick={() => void navigate(-1)}>
          {t('返回')}
        </button>
        <a className="btn btn-primary" href="/">
          {t('返回首页')}
        </a>
      </div>
    </div>
  )
}
