import { workerData } from 'node:worker_threads'
import { SignatureSlots } from '../../crypto/SignatureSlots.ts'
import { signatureBackend } from '../../crypto/signatureBackend.ts'

const backend = signatureBackend()
new SignatureSlots(workerData as SharedArrayBuffer).work((hash, signature, key) => backend.verify(hash, signature, key))
