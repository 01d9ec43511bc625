// Sets, changes or removes a link.
import type { Editor } from '@tiptap/core'
import { Button, Flex, Input, Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { isLink } from './extensions.ts'

export function LinkDialog({ editor, href, onClose }: { editor: Editor; href: string; onClose: () => void }) {
  const [text, setText] = useState(href)
  const url = text.trim()
  const save = () => {
    const chain = editor.chain().focus().extendMarkRange('link')
    // without a selection or a link, the address itself becomes the text
    if (editor.state.selection.empty && href === '')
      chain.insertContent({ type: 'text', text: url, marks: [{ type: 'link', attrs: { href: url } }] }).run()
    else chain.setLink({ href: url }).run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <Modal
      open
      title={t('链接')}
      onCancel={onClose}
      footer={
        <Flex gap="small" justify="end">
          {href !== '' && (
            <Button danger onClick={remove}>
              {t('取消链接')}
            </Button>
          )}
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" disabled={!isLink(url)} onClick={save}>
            {t('确定')}
          </Button>
        </Flex>
      }
    >
      <Input
        autoFocus
        aria-label={t('链接地址')}
        placeholder="https://"
        value={text}
        status={url !== '' && !isLink(url) ? 'error' : ''}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={() => isLink(url) && save()}
      />
    </Modal>
  )
}
