// Back office: the user's own messages.
import { MyMessages } from '../MyMessages.tsx'

export default function MyMessagePage() {
  return <MyMessages />
}
