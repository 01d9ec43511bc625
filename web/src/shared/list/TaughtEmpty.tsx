// An empty list: what it is for, its button, and the way to the chapter that explains it.
import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../../kernel/i18n.ts'
import { PageEmpty } from '../../kernel/piece/PageState.tsx'
import { pageHelp } from '../page/page-help.ts'

type TaughtEmptyProps = {
  text?: string
  hint?: ReactNode
  action?: ReactNode
  /** a list in a dialog, of which the page's chapter says nothing */
  isPicker: boolean
}

export function TaughtEmpty({ action, isPicker, ...empty }: TaughtEmptyProps) {
  const help = pageHelp.use()
  if (!help || isPicker) return <PageEmpty {...empty} action={action} />
  const both = (
    <Flex gap="small" justify="center" align="center">
      {action}
      <Button type="link" onClick={help}>
        {t('了解更多')}
      </Button>
    </Flex>
  )
  return <PageEmpty {...empty} action={both} />
}
