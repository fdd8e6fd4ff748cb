// The wallet: it keeps the key, signs, and asks the node all else from its own origin.
import { createWalletClient, defineChain, http } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

const url = process.env.NODE_URL
const owner = mnemonicToAccount('test test test test test test test test test test test junk')
const chain = defineChain({
	id: 2222,
	name: 'chain',
	nativeCurrency: { name: 'CHAIN', symbol: 'CHAIN', decimals: 18 },
	rpcUrls: { default: { http: [url] } },
})
const client = createWalletClient({ account: owner, chain, transport: http(url, { retryCount: 0 }) })

async function answer({ method, params }) {
	switch (method) {
		case 'eth_requestAccounts':
			return [owner.address]
		case 'personal_sign':
			return owner.signMessage({ message: { raw: params[0] } })
		case 'eth_sendTransaction':
			return client.sendTransaction({ to: params[0].to, value: BigInt(params[0].value) })
		default:
			return client.request({ method, params })
	}
}

chrome.runtime.onMessage.addListener((request, _, reply) => {
	answer(request).then(
		(result) => reply({ result }),
		(error) => reply({ error: String(error?.message ?? error) }),
	)
	return true
})
