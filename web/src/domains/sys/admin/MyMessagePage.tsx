// Back office: one's own messages.
import { MyMessages } from '../own/MyMessages.tsx'

export default function MyMessagePage() {
  return <MyMessages />
}
