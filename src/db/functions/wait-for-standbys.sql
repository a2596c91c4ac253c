-- Makes the commit of this transaction wait for the synchronous standbys, although the transaction writes nothing. For
-- responses that confirm what an earlier transaction has written. Its commit is possibly on this server only: somebody
-- cancelled it while it waited for a standby, or the server was restarted. A failover would lose what the response confirms.
-- Costs nothing without synchronous standbys. With them, it costs a short WAL record.
create function functions.wait_for_standbys()
returns void
language plpgsql
volatile
as $$
begin
  if current_setting('synchronous_standby_names') <> '' then
    perform pg_logical_emit_message(true, 'courtbridge', '');
  end if;
end
$$;
